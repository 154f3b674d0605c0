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
export type { SetterKey, StateKey, StorageState, StorageStates } from './types.ts';
export { useStorage } from './use-storage.ts';
export { useStorageHelper } from './use-storage-helper.ts';
