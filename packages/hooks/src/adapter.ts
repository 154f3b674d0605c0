/** Building blocks for framework adapters; the adapter packages use them. */
export type { Entry, Store } from '@tuffet/core';
export { isServer } from '@tuffet/core/adapter';
export type { StorageItem } from './storage-items.ts';
export { createNamedProxy, itemsOf, namesIn, storeOf, valueIn } from './storage-items.ts';
