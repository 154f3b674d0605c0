import {
  useStorageHelper as createHelper,
  type StorageHelper,
  type TuffetStorage,
} from '@tuffet/hooks';
import { bindingOf } from './binding.js';

/** `size` and `contains` are reactive: what renders them follows. */
export function useStorageHelper<T>(storage: TuffetStorage<T>): StorageHelper<T> {
  const { size, contains } = bindingOf(storage.storageModule.store);
  return { ...createHelper(storage), size, contains };
}
