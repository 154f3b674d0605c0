import { createLocalStorage, useStorage } from '@tuffet/hooks';

type Cart = { items: string[] };

const storage = createLocalStorage<Cart>({ storageModuleKey: 'cart', initial: { items: [] } });
useStorage(storage).items.get().push('tea');
