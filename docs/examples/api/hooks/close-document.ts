import { createLocalFamily } from '@tuffet/hooks/family';

type Page = { zoom: number };
const pages = createLocalFamily<Page>('page', () => ({ initial: { zoom: 1 } }));

pages.open('7').set({ zoom: 2 });
pages.release('7');
console.log(pages.open('7').get('zoom'));
