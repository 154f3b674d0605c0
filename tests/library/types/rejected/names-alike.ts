import { createLocalStorage } from '@tuffet/hooks';

type Page = { url: string; Url: string };

createLocalStorage<Page>({ storageModuleKey: 'page', initial: { url: '', Url: '' } });
