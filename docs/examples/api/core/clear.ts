import { StorageModule } from '@tuffet/core';

const cart = new StorageModule<{ items: string[] }>('cart', 'session');
cart.setItem('items', ['tea']);

cart.clear();
console.log(cart.size(), sessionStorage.getItem('cart'));

cart.getHelper().clearModule();
console.log(cart.size(), sessionStorage.getItem('cart'));
