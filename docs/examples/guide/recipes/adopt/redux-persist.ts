import { createLocalStorage } from '@tuffet/hooks';
import { fromReduxPersist } from '@tuffet/hooks/adopt';

type Settings = { theme: 'light' | 'dark'; fontSize: number };
export const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { theme: 'light', fontSize: 16 },
  adopt: fromReduxPersist('persist:root', (slices) => slices.settings),
});

type Cart = { items: string[] };
export const cart = createLocalStorage<Cart>({
  storageModuleKey: 'cart',
  initial: { items: [] },
  adopt: fromReduxPersist('persist:root', (slices) => slices.cart),
});
