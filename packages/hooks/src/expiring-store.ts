import type { Entry, Store } from '@tuffet/core';
import {
  type AgeOf,
  addTimes,
  type ExpiringStore,
  type Inspection,
  inspect,
} from './expired-values.ts';

/**
 * Makes the values of a store expire. It replaces methods of the store itself, which all modules,
 * adapters and copies of this package share. Another call, as in StrictMode, only changes the ages.
 */
export function setAges(store: ExpiringStore, ageOf: AgeOf): void {
  const isExpiring: unknown = store.ageOf;
  store.ageOf = ageOf;
  if (isExpiring) return;
  const base: Store = { ...store };
  const subscriptions = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = createInspector(store, base);
  /** Deletes values as they expire, which notifies their listeners. */
  const watch = () => {
    clearTimeout(timer);
    if (!subscriptions.size) return;
    const { until } = look(base.read());
    if (!until) return;
    timer = setTimeout(watch, until - Date.now());
    // In Node, where a test environment such as jsdom provides the page.
    (timer as { unref?: () => void }).unref?.();
  };
  store.read = () => look(base.read()).values;
  store.peek = () => look(base.peek()).values;
  store.commit = (changes, intended) => base.commit(addTimes(store, changes), intended);
  store.replace = (root) => base.replace(root && addTimes(store, root));
  store.subscribe = (listener, property) => {
    const unsubscribe = base.subscribe(listener, property);
    subscriptions.add(unsubscribe);
    watch();
    return () => {
      unsubscribe();
      subscriptions.delete(unsubscribe);
      watch();
    };
  };
  base.subscribe(watch);
  // Timers are late in hidden tabs, and don't run in the back/forward cache.
  addEventListener('visibilitychange', watch);
  addEventListener('pageshow', watch);
}

/** Creates a function that inspects an entry again only if it changed, or the time requires it. */
function createInspector(store: ExpiringStore, base: Store): (entry: Entry) => Inspection {
  let inspected: Entry | undefined;
  let since: number;
  let result: Inspection;
  const look = (entry: Entry) => {
    const now = Date.now();
    if (entry !== inspected || now < since || now >= (result.until as number)) {
      inspected = entry;
      since = now;
      result = inspect(store, entry, now);
      // A component may be rendering now.
      queueMicrotask(fix);
    }
    return result;
  };
  const fix = () => {
    const { fixes } = look(base.read());
    const changes = Object.fromEntries(fixes);
    // Nothing is intended: if another tab has renewed a value meanwhile, it writes that again.
    if (fixes.size) base.commit(changes, []);
  };
  return look;
}
