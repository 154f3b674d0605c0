import type { Entry, Store } from '@tuffet/core';
import {
  type AgeOf,
  addTimes,
  type ExpiringStore,
  type Inspection,
  inspect,
} from './expired-values.ts';

/** By unsubscribe function. */
type Subscriptions = Map<() => void, { listener: () => void; property: string | undefined }>;

/**
 * Makes the values of a store expire. It replaces methods of the store itself, which all modules,
 * adapters and copies of this package share. Another call, as in StrictMode, only changes the ages.
 */
export function setAges(store: ExpiringStore, ageOf: AgeOf): void {
  const isExpiring: unknown = store.ageOf;
  store.ageOf = ageOf;
  if (isExpiring) return;
  const base: Store = { ...store };
  const subscriptions: Subscriptions = new Map();
  const { look, fix } = createInspector(store, base, (fixes) => notify(subscriptions, fixes));
  /** Deletes values as they expire, which notifies their listeners. */
  const watch = createTimer(() => (subscriptions.size ? look(base.read()).until : undefined));
  /** Called when subscriptions change. Without any, the window doesn't keep the store in memory. */
  const restart = () => {
    const toggle = subscriptions.size ? addEventListener : removeEventListener;
    // Timers are late in hidden tabs, and don't run in the back/forward cache.
    toggle('visibilitychange', watch);
    toggle('pageshow', watch);
    watch();
  };
  store.read = () => look(base.read()).values;
  store.peek = () => look(base.peek()).values;
  store.commit = (changes, intended) => base.commit(addTimes(store, changes), intended);
  store.replace = (root, ...rest) => base.replace(addTimes(store, root), ...rest);
  store.fill = () => {
    // Initial values replace those that expired since the last visit.
    fix();
    base.fill();
  };
  store.subscribe = (listener, property) => {
    const unsubscribe = base.subscribe(listener, property);
    subscriptions.set(unsubscribe, { listener, property });
    restart();
    return () => {
      unsubscribe();
      subscriptions.delete(unsubscribe);
      restart();
    };
  };
  base.subscribe(watch);
}

/** Creates a function that runs again at the time that `run` returns. A call restarts the timer. */
function createTimer(run: () => number | undefined): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restart = () => {
    clearTimeout(timer);
    const until = run();
    if (!until) return;
    timer = setTimeout(restart, until - Date.now());
    // In Node, where a test environment such as jsdom provides the page.
    (timer as { unref?: () => void }).unref?.();
  };
  return restart;
}

/** For values that can't be deleted: `check` rejects that, or the page is outdated. */
function notify(subscriptions: Subscriptions, fixes: Inspection['fixes']): void {
  for (const [unsubscribe, { listener, property }] of subscriptions) {
    if (property !== undefined && !fixes.has(property)) continue;
    // An error in one listener doesn't affect the others.
    queueMicrotask(() => subscriptions.has(unsubscribe) && listener());
  }
}

interface Inspector {
  /** Inspects an entry again only if it changed, or the time requires it. */
  look(entry: Entry): Inspection;
  /** Stores the changes that are necessary. */
  fix(): void;
}

function createInspector(
  store: ExpiringStore,
  base: Store,
  onFailure: (fixes: Inspection['fixes']) => void,
): Inspector {
  let inspected: Entry | undefined;
  let since: number;
  let result: Inspection;
  const look = (entry: Entry) => {
    const now = Date.now();
    if (entry !== inspected || now < since || now >= (result.until as number)) {
      const tried = entry === inspected ? result.fixes : undefined;
      inspected = entry;
      since = now;
      result = inspect(store, entry, now);
      const isFixed = [...result.fixes.keys()].every((name) => tried?.has(name));
      // A component may be rendering now.
      if (!isFixed) queueMicrotask(fix);
    }
    return result;
  };
  const fix = () => {
    const { fixes } = look(base.read());
    // Nothing is intended: if another tab renewed a value in the meantime, it writes that again.
    if (fixes.size && !base.commit(Object.fromEntries(fixes), [])) onFailure(fixes);
  };
  return { look, fix };
}
