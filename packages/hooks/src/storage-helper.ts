import type { Root } from '@tuffet/core';
import { rootOf } from '@tuffet/core/adapter';
import type { DeepReadonly, ModuleKey, ModuleValue } from '@tuffet/shared';
import { storeOf } from './storage-items.ts';
import type { TuffetStorage } from './types.ts';

/** New values for some properties. `undefined` removes an optional one. */
export type StoragePatch<T> = {
  readonly [K in ModuleKey<T>]?:
    | DeepReadonly<ModuleValue<T, K>>
    | (undefined extends ModuleValue<T, K> ? undefined : never);
};

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
  const { storageModule } = storage;
  return {
    size: () => storageModule.size(),
    contains: (key) => storageModule.contains(key),
    initialize: () => store.replace(rootOf(store.getInitial())),
    patch: (values) => store.commit(values as Root),
  };
}
