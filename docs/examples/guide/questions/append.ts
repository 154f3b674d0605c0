import { createLocalStorage, useStorage } from '@tuffet/hooks';

const cart = createLocalStorage<{ items: string[] }>({
  storageModuleKey: 'cart',
  initial: { items: [] },
});

const { items } = useStorage(cart);
items.set((current) => [...current, 'book']);
console.log(items.get());
