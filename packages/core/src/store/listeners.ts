type Listener = () => void;

/** By property; under undefined, those that are called after every change. */
export type Listeners = Map<string | undefined, Set<Listener>>;

export function subscribe(listeners: Listeners, listener: Listener, property?: string): () => void {
  const set = listeners.get(property) ?? new Set();
  listeners.set(property, set.add(listener));
  return () => void set.delete(listener);
}

/** Calls every listener of the changed properties once. */
export function notify(listeners: Listeners, changed: readonly string[]): void {
  if (!changed.length) return;
  const sets = [...changed, undefined].flatMap((name) => listeners.get(name) ?? []);
  callAll(new Set(sets.flatMap((set) => [...set])), (listener) => {
    // An earlier listener may have unsubscribed this one.
    if (sets.some((set) => set.has(listener))) listener();
  });
}

/** Calls a function with every item. One that throws doesn't stop the others. */
export function callAll<T>(items: Iterable<T>, call: (item: T) => void): void {
  const errors: unknown[] = [];
  for (const item of items) {
    try {
      call(item);
    } catch (error) {
      errors.push(error);
    }
  }
  // Only now: a handler of the page's `error` event may write, or throw itself.
  errors.forEach(
    (globalThis as { reportError?: (error: unknown) => void }).reportError ?? throwLater,
  );
}

/** Browsers of 2021 lack reportError. */
function throwLater(error: unknown): void {
  setTimeout(() => {
    throw error;
  });
}
