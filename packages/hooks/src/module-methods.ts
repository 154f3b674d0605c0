import { type Entry, type Root, type Store, TuffetError } from '@tuffet/core';
import { rootOf } from '@tuffet/core/adapter';
import { hintOf } from './development.ts';
import { isPlainObject } from './plain-object.ts';
import { valueIn } from './storage-items.ts';
import { createSubscriptions } from './subscriptions.ts';
import type { TuffetStorage } from './types.ts';

/** Writes several properties. A string, for example, would be written character by character. */
export function commitValues(store: Store, method: string, values: unknown): boolean {
  if (isPlainObject(values)) return store.commit(values);
  throw new TuffetError('invalid-options', store.key, hintOf('notAnObject', method, values));
}

/** Creates the methods of a module that work without a framework, and as a Svelte store. */
export function createMethods<T>(
  store: Store,
): Pick<TuffetStorage<T>, 'get' | 'set' | 'subscribe'> {
  /** The original contents of the objects that were returned. */
  const origins = new WeakMap<object, Entry>();
  /** The latest values, and what they were created from. */
  let latest: { entry: Entry; defaults: Entry; all: Entry; values: Root } | undefined;
  /** Returns a new object, because Svelte changes it. */
  const valuesIn = (entry: Entry): Root => {
    const defaults = store.getDefaults();
    if (latest?.entry !== entry || latest.defaults !== defaults) {
      const all = new Map([...defaults, ...entry]);
      latest = { entry, defaults, all, values: rootOf(all) };
    }
    const values = { ...latest.values };
    origins.set(values, latest.all);
    return values;
  };
  const get = (name?: string): unknown =>
    name === undefined ? valuesIn(store.read()) : valueIn(store, name);
  const set = (values: Root) => {
    // Svelte changes the object and passes it back. Writing all of it would undo other tabs' writes.
    const origin = origins.get(values);
    const isChanged = ([name, value]: [string, unknown]) => origin?.get(name)?.value !== value;
    const changes = origin ? Object.fromEntries(Object.entries(values).filter(isChanged)) : values;
    let isStored = false;
    try {
      isStored = commitValues(store, 'set', changes);
    } finally {
      // Otherwise, the next assignment in Svelte would contain the change that failed.
      if (origin && !isStored) subscriptions.notify();
    }
    return isStored;
  };
  const subscriptions = createSubscriptions(store, () => valuesIn(store.peek()));
  const subscribe = (listener: (values: Root) => void) => {
    const unsubscribe = subscriptions.add(listener);
    listener(valuesIn(store.read()));
    return unsubscribe;
  };
  return { get, set, subscribe } as Pick<TuffetStorage<T>, 'get' | 'set' | 'subscribe'>;
}
