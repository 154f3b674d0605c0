import type { Root } from '@tuffet/core';
import { rootOf } from '@tuffet/core/adapter';
import type { DeepReadonly, ModuleKey, ModuleValue } from '@tuffet/shared';
import type { TuffetStorage } from './create-storage.js';
import { storeOf } from './storage-items.js';

/** New values for some properties; undefined removes an optional one. */
export type StoragePatch<T> = {
  readonly [K in ModuleKey<T>]?:
    | DeepReadonly<ModuleValue<T, K>>
    | (undefined extends ModuleValue<T, K> ? undefined : never);
};

/**
 * What concerns a module as a whole. There is no remove and no clear: required properties would
 * go missing under the components that show them.
 */
export interface StorageHelper<T> {
  /** How many properties the entry holds. */
  size(): number;
  contains(key: ModuleKey<T>): boolean;
  /** Back to the initial values; optional properties are removed. */
  initialize(): boolean;
  /** Several properties in one write and one notification. */
  patch(values: StoragePatch<T>): boolean;
}

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
