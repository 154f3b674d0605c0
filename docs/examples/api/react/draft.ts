import { createSessionStorage } from '@tuffet/react-hooks';

export const draft = createSessionStorage<{ title: string }>({
  storageModuleKey: 'draft',
  initial: { title: '' },
});
