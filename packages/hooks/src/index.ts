export type { EntryCheck, ErrorHandler, Protection, TuffetErrorCode } from '@tuffet/core';
export { TuffetError } from '@tuffet/core';
export { createLocalStorage, createSessionStorage } from './create-storage.ts';
export type { StorageHelper, StoragePatch } from './storage-helper.ts';
export { useStorageHelper } from './storage-helper.ts';
export type { StorageItem, StorageItems } from './storage-items.ts';
export { useStorage } from './storage-items.ts';
export type { CreateStorageOptions, TuffetStorage } from './types.ts';
export type { Migrations } from './versions.ts';
