import { createSessionStorage, useStorage } from '@tuffet/hooks';

type Draft = { title: string; text: string };
const draft = createSessionStorage<Draft>({
  storageModuleKey: 'draft',
  initial: { title: '', text: '' },
});

useStorage(draft).title.set('Dear Ada');
