export type {
  CreateStorageOptions,
  EntryCheck,
  ErrorHandler,
  Migrations,
  Protection,
  StorageHelper,
  TuffetErrorCode,
  TuffetStorage,
} from '@tuffet/hooks';
export { createLocalStorage, createSessionStorage, TuffetError } from '@tuffet/hooks';
export type { StorageCheckers, StorageReactions, StorageRefs, StorageResetters } from './types.js';
export { useStorage } from './use-storage.js';
export { useStorageHelper } from './use-storage-helper.js';
