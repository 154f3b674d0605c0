import { StorageModule } from '@tuffet/core';

const cart = new StorageModule<{ items: string[] }>('cart', 'session');
const items = ['tea'];
cart.setItem('items', items);

items.push('milk'); // The module has its own copy.
console.log(cart.getItem('items'));

cart.setItem('items', [...(cart.getItem('items') ?? []), 'milk']);
console.log(cart.getItem('items'));
