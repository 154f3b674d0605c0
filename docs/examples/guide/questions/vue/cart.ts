import { createLocalStorage } from '@tuffet/vue-hooks';

export const cart = createLocalStorage<{ items: string[] }>({
  storageModuleKey: 'cart',
  initial: { items: [] },
});
