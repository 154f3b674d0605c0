import type { Store } from '@tuffet/core';
import { callAll } from '@tuffet/core/adapter';

type Listener<V> = (value: V) => void;

/** The listeners of one property, or of the module. */
interface Subscriptions<V> {
  /** Returns an unsubscribe function. */
  add(listener: Listener<V>): () => void;
  notify(): void;
}

/** All listeners share one subscription of the store: it would take longer to call each of them. */
export function createSubscriptions<V>(
  store: Store,
  readValue: () => V,
  property?: string,
): Subscriptions<V> {
  // An iteration skips what is deleted in the meantime.
  const all = new Set<{ readonly id: number; readonly listener: Listener<V> }>();
  let nextId = 0;
  let unsubscribe: () => void;
  const notify = () => {
    const end = nextId;
    callAll(all, ({ id, listener }) => {
      // Those that a listener adds have the current value already.
      if (id < end) listener(readValue());
    });
  };
  const add = (listener: Listener<V>) => {
    if (!all.size) unsubscribe = store.subscribe(notify, property);
    const subscription = { id: nextId++, listener };
    all.add(subscription);
    return () => {
      if (all.delete(subscription) && !all.size) unsubscribe();
    };
  };
  return { add, notify };
}
