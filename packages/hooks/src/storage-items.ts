import { type Entry, type Store, TuffetError } from '@tuffet/core';
import {
  createProxy,
  type DeepReadonly,
  type ModuleKey,
  type ModuleValue,
  type SetAction,
} from '@tuffet/shared';
import type { TuffetStorage } from './create-storage.js';
import { describeValue } from './plain-object.js';

/** One property of a module. */
export interface StorageItem<V> {
  /** The stored value; the initial one where none is stored. */
  get(): DeepReadonly<V>;
  /** Writes a value, or what a function makes of the latest one. False: nothing changed. */
  set(value: SetAction<V>): boolean;
  /** Back to the initial value; without one, removed. */
  reset(): boolean;
  /** Whether the entry holds the property. */
  exist(): boolean;
  /** Calls back after every change, also from another tab. Returns what ends it. */
  subscribe(listener: (value: DeepReadonly<V>) => void): () => void;
}

/** One item per property, for optional ones too. */
export type StorageItems<T> = {
  readonly [K in ModuleKey<T>]-?: StorageItem<ModuleValue<T, K>>;
};

/** The store behind what a creator returned. */
export function storeOf<T>(storage: TuffetStorage<T>): Store {
  const store = (storage as TuffetStorage<T> | undefined)?.storageModule?.store;
  if (store) return store;
  const hint = `The argument is ${describeValue(storage)}. Pass what createLocalStorage or createSessionStorage returned; if you import it, check for a circular import.`;
  throw new TuffetError('invalid-options', 'useStorage', hint);
}

/** The value of a property in an entry, or its initial one. */
export function valueIn(entry: Entry, name: string, initial: Entry): unknown {
  return (entry.get(name) ?? initial.get(name))?.value;
}

function createItem(store: Store, name: string): StorageItem<unknown> {
  const get = () => valueIn(store.read(), name, store.getInitial());
  const commit = (value: unknown) => store.commit({ [name]: value });
  return {
    get,
    set: (value) => commit(typeof value === 'function' ? value(get()) : value),
    reset: () => commit(store.getInitial().get(name)?.value),
    exist: () => store.read().has(name),
    subscribe: (listener) => store.subscribe(() => listener(get()), name),
  };
}

/** The names an entry and its initial values show. */
export function namesIn(store: Store): string[] {
  return [...new Set([...store.getInitial().keys(), ...store.read().keys()])];
}

const itemsByStore = new WeakMap<Store, Record<string, StorageItem<unknown>>>();

/** The items of a store: one object per name, whoever asks. */
export function itemsOf(store: Store): Record<string, StorageItem<unknown>> {
  let items = itemsByStore.get(store);
  if (!items) {
    items = createItems(store);
    itemsByStore.set(store, items);
  }
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

/** An object whose string-named members come from a function; lists the names it is told. */
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

/** One item per property, outside any framework. */
export function useStorage<T>(storage: TuffetStorage<T>): StorageItems<T> {
  return itemsOf(storeOf(storage)) as StorageItems<T>;
}
