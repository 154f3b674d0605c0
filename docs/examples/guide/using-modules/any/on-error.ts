import { createLocalStorage, type TuffetError } from '@tuffet/hooks';

export function reportStorageProblem(error: TuffetError) {
  // Send it to your error tracker instead.
  console.warn(error.code, error.key);
}

export const cart = createLocalStorage<{ items: string[] }>({
  storageModuleKey: 'cart',
  initial: { items: [] },
  onError: reportStorageProblem,
});

localStorage.setItem('cart', 'not JSON');
cart.storageModule.getItem('items');
