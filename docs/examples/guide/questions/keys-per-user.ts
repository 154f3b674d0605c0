import { useStorage } from '@tuffet/hooks';
import { createLocalFamily } from '@tuffet/hooks/family';

type Cart = { items: string[] };

export const carts = createLocalFamily<Cart>('cart', () => ({ initial: { items: [] } }));

useStorage(carts.open('u-17')).items.set(['book']);
console.log(useStorage(carts.open('u-42')).items.get());
console.log(carts.list().sort());
