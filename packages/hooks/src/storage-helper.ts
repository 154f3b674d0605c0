import { rootOf } from '@tuffet/core/adapter';
import type { ModuleKey } from '@tuffet/shared';
import { commitValues } from './module-methods.ts';
import { storeOf } from './storage-items.ts';
import type { StoragePatch } from './storage-patch.ts';
import type { TuffetStorage } from './types.ts';

/**
 * Methods that act on the whole module. There is no remove or clear, because a required property
 * must never be missing.
 */
export interface StorageHelper<T> {
  /** Returns the number of stored properties. */
  size(): number;
  /** Returns whether a property is stored. */
  contains(key: ModuleKey<T>): boolean;
  /** Restores all initial values and removes optional properties. */
  initialize(): boolean;
  /** Saves several properties atomically, with one write and one notification. */
  patch(values: StoragePatch<T>): boolean;
}

/** Returns methods that act on the whole module. */
export function useStorageHelper<T>(storage: TuffetStorage<T>): StorageHelper<T> {
  const store = storeOf(storage);
  return {
    size: () => store.read().size,
    contains: (key) => store.read().has(key),
    initialize: () => store.replace(rootOf(store.getInitial()), true),
    patch: (values) => commitValues(store, 'patch', values),
  };
}
