export type {
  CreateStorageOptions,
  EntryCheck,
  ErrorHandler,
  Migrations,
  ModuleKey,
  Protection,
  StorageHelper,
  TuffetErrorCode,
  TuffetStorage,
} from '@tuffet/hooks';
export { createLocalStorage, createSessionStorage, TuffetError } from '@tuffet/hooks';
export type {
  StorageCheckers,
  StorageReactions,
  StorageRefs,
  StorageResetters,
  StorageSource,
} from './types.ts';
export { useStorage } from './use-storage.ts';
export { useStorageHelper } from './use-storage-helper.ts';
export { useStorageValue } from './use-storage-value.ts';
