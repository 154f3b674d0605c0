import { type Entry, type Store, TuffetError } from '@tuffet/core';
import {
  createProxy,
  type DeepReadonly,
  type ModuleKey,
  type ModuleValue,
  type SetAction,
} from '@tuffet/shared';
import { hintOf } from './development.ts';
import { createSubscriptions } from './subscriptions.ts';
import type { TuffetStorage } from './types.ts';

/** One property of a module. */
export interface StorageItem<V> {
  /** Returns the stored value, or the initial value if none is stored. */
  get(): DeepReadonly<V>;
  /** Saves a value, or the result of a function of the latest one. Returns false if not saved. */
  set(value: SetAction<V>): boolean;
  /** Restores the initial value. Removes a property that has none. */
  reset(): boolean;
  /** Returns whether the property is stored. */
  exist(): boolean;
  /** Calls `listener` after every change, in this tab or another. Returns an unsubscribe function. */
  subscribe(listener: (value: DeepReadonly<V>) => void): () => void;
}

/** One item per property, including optional ones. */
export type StorageItems<T> = {
  readonly [K in ModuleKey<T>]-?: StorageItem<ModuleValue<T, K>>;
};

/** The type of a module hides its store from users: they would find internals in completions. */
interface WithStore {
  readonly storageModule: { readonly store: Store };
}

/** Returns the store of a module. Throws `invalid-options` if it is not a module. */
export function storeOf<T>(storage: TuffetStorage<T>): Store {
  const store = (storage as unknown as Partial<WithStore> | undefined)?.storageModule?.store;
  if (store) return store;
  throw new TuffetError('invalid-options', 'useStorage', hintOf('notAModule', storage));
}

/** Returns the value of a property in an entry, or its initial value. */
export function valueIn(store: Store, name: string, entry: Entry = store.read()): unknown {
  return (entry.get(name) ?? store.getDefaults().get(name))?.value;
}

function createItem(store: Store, name: string): StorageItem<unknown> {
  const get = () => valueIn(store, name);
  const commit = (value: unknown) => store.commit({ [name]: value });
  return {
    get,
    set: (value) => commit(typeof value === 'function' ? value(get()) : value),
    reset: () => commit(store.getInitial().get(name)?.value),
    exist: () => store.read().has(name),
    // The cached entry is current: a notification follows a read or a write.
    subscribe: createSubscriptions(store, () => valueIn(store, name, store.peek()), name).add,
  };
}

/** Returns the names of the properties with an initial or a stored value. */
export function namesIn(store: Store): string[] {
  return [...new Set([...store.getDefaults().keys(), ...store.read().keys()])];
}

const itemsByStore = new WeakMap<Store, Record<string, StorageItem<unknown>>>();

/** Returns the items of a store. Every call returns the same objects. */
export function itemsOf(store: Store): Record<string, StorageItem<unknown>> {
  const items = itemsByStore.get(store) ?? createItems(store);
  itemsByStore.set(store, items);
  return items;
}

function createItems(store: Store): Record<string, StorageItem<unknown>> {
  const items = new Map<string, StorageItem<unknown>>();
  const itemOf = (name: string) => {
    const item = items.get(name) ?? createItem(store, name);
    items.set(name, item);
    return item;
  };
  return createNamedProxy(() => namesIn(store), itemOf);
}

/** Creates an object whose members come from a function. `list` returns its own keys. */
export function createNamedProxy<V>(
  list: () => string[],
  memberOf: (name: string) => V,
): Record<string, V> {
  return createProxy({} as Record<string, V>, {
    get: (_, name) => (typeof name === 'string' ? memberOf(name) : undefined) as V,
    has: (_, name) => list().includes(name as string),
    ownKeys: list,
    getOwnPropertyDescriptor: (_, name) =>
      list().includes(name as string)
        ? { value: memberOf(name as string), enumerable: true, configurable: true, writable: true }
        : undefined,
  });
}

/** Returns one item per property. */
export function useStorage<T>(storage: TuffetStorage<T>): StorageItems<T> {
  return itemsOf(storeOf(storage)) as StorageItems<T>;
}
