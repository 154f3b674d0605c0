import { StorageModule } from '@tuffet/core';

const cart = new StorageModule<{ items: string[] }>('cart', 'session');
cart.setItem('items', ['tea']);

const items = cart.getItem('items') ?? [];
cart.setItem('items', [...items, 'milk']);
console.log(cart.getItem('items'));
