import { type Entry, type Root, type Store, TuffetError } from '@tuffet/core';
import { rootOf } from '@tuffet/core/adapter';
import { hintOf } from './development.ts';
import { isPlainObject } from './plain-object.ts';
import { valueIn } from './storage-items.ts';
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
  /** The original contents of the objects that `get` returned. */
  const origins = new WeakMap<object, Entry>();
  const get = (name?: string): unknown => {
    if (name !== undefined) return valueIn(store, name);
    const origin = new Map([...store.getDefaults(), ...store.read()]);
    const values = rootOf(origin);
    origins.set(values, origin);
    return values;
  };
  /** Passes the current values to a subscriber. */
  const calls = new Set<() => void>();
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
      if (origin && !isStored) for (const call of calls) call();
    }
    return isStored;
  };
  const subscribe = (listener: (values: never) => void) => {
    const call = () => listener(get() as never);
    const unsubscribe = store.subscribe(call);
    calls.add(call);
    call();
    return () => {
      calls.delete(call);
      unsubscribe();
    };
  };
  return { get, set, subscribe } as Pick<TuffetStorage<T>, 'get' | 'set' | 'subscribe'>;
}
