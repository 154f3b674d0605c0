import { createLocalStorage, useStorage } from '@tuffet/hooks';

const cart = createLocalStorage<{ items: string[] }>({
  storageModuleKey: 'cart',
  initial: { items: [] },
});

useStorage(cart).items.get().push('tea'); // [!code error]
