import { createLocalStorage, useStorage } from '@tuffet/hooks';

type Cart = { items: string[] };

export function openCart(userId: string) {
  return createLocalStorage<Cart>({
    storageModuleKey: `cart:${userId}`,
    initial: { items: [] },
  });
}

useStorage(openCart('u-17')).items.set(['book']);
console.log(useStorage(openCart('u-42')).items.get());
