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
  const set = (values: Root) => {
    // Svelte changes the object and passes it back. Writing all of it would undo other tabs' writes.
    const origin = origins.get(values);
    const isChanged = ([name, value]: [string, unknown]) => origin?.get(name)?.value !== value;
    const changes = origin ? Object.fromEntries(Object.entries(values).filter(isChanged)) : values;
    return commitValues(store, 'set', changes);
  };
  const subscribe = (listener: (values: never) => void) => {
    const call = () => listener(get() as never);
    const unsubscribe = store.subscribe(call);
    call();
    return unsubscribe;
  };
  return { get, set, subscribe } as Pick<TuffetStorage<T>, 'get' | 'set' | 'subscribe'>;
}
