import { createLocalFamily } from '@tuffet/hooks/family';

type Draft = { text: string };
const drafts = createLocalFamily<Draft>('drafts', () => ({
  initial: { text: '' },
}));

drafts.open('a').set({ text: 'Dear' });
drafts.open('b').set({ text: 'Hello' });
drafts.clear('b');
console.log(drafts.list());
