type Listener = () => void;

/** By property; under undefined, those that are called after every change. */
export type Listeners = Map<string | undefined, Set<Listener>>;

export function subscribe(listeners: Listeners, listener: Listener, property?: string): () => void {
  const set = listeners.get(property) ?? new Set();
  listeners.set(property, set.add(listener));
  return () => void set.delete(listener);
}

/** Calls every listener of the changed properties once. One that throws doesn't stop the others. */
export function notify(listeners: Listeners, changed: readonly string[]): void {
  if (!changed.length) return;
  const called = new Set<Listener>();
  const errors: unknown[] = [];
  for (const name of [...changed, undefined]) {
    const set = listeners.get(name) ?? new Set();
    for (const listener of [...set]) {
      // An earlier listener may have unsubscribed this one.
      if (!set.has(listener) || called.has(listener)) continue;
      called.add(listener);
      try {
        listener();
      } catch (error) {
        errors.push(error);
      }
    }
  }
  // Only now: a handler of the page's `error` event may write, or throw itself.
  errors.forEach(reportUncaught);
}

/** Reports an error as uncaught, without stopping the caller. */
function reportUncaught(error: unknown): void {
  // Browsers of 2021 lack reportError.
  if (typeof reportError === 'function') reportError(error);
  else {
    setTimeout(() => {
      throw error;
    });
  }
}
