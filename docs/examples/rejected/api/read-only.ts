import { StorageModule } from '@tuffet/core';

const cart = new StorageModule<{ items: string[] }>('cart', 'session');
cart.getItem('items')?.push('milk'); // [!code error]
