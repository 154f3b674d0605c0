import { createLocalStorage } from '@tuffet/hooks';

type Cart = { items: { prices: Map<string, number> }[] };

createLocalStorage<Cart>({ storageModuleKey: 'cart', initial: { items: [] } });
