import { createSessionStorage } from '@tuffet/vue-hooks';

type Draft = { title: string; body: string };
export const draft = createSessionStorage<Draft>({
  storageModuleKey: 'draft',
  initial: { title: '', body: '' },
});
