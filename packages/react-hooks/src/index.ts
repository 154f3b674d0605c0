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
export type { SetterKey, StateKey, StorageState, StorageStates } from './types.js';
export { useStorage } from './use-storage.js';
export { useStorageHelper } from './use-storage-helper.js';
