export type { EntryCheck, ErrorHandler, Protection, TuffetErrorCode } from '@tuffet/core';
export { TuffetError } from '@tuffet/core';
export type { CreateStorageOptions, TuffetStorage } from './create-storage.js';
export { createLocalStorage, createSessionStorage } from './create-storage.js';
export type { StorageHelper, StoragePatch } from './storage-helper.js';
export { useStorageHelper } from './storage-helper.js';
export type { StorageItem, StorageItems } from './storage-items.js';
export { useStorage } from './storage-items.js';
export type { Migrations } from './versions.js';
