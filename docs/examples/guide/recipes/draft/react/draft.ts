import { createSessionStorage } from '@tuffet/react-hooks';

type Draft = { title: string; body: string };
export const draft = createSessionStorage<Draft>({
  storageModuleKey: 'draft',
  initial: { title: '', body: '' },
});
