import {
  useStorageHelper as createHelper,
  type StorageHelper,
  type TuffetStorage,
} from '@tuffet/hooks';
import { storeOf } from '@tuffet/hooks/adapter';
import { bindingOf } from './binding.ts';

/** Returns methods that act on the whole module. `size` and `contains` are reactive. */
export function useStorageHelper<T>(storage: TuffetStorage<T>): StorageHelper<T> {
  const { size, contains } = bindingOf(storeOf(storage));
  return { ...createHelper(storage), size, contains };
}
