type Listener = () => void;

export interface Subscriptions {
  /** Without a property: to every change. */
  subscribe(listener: Listener, property?: string): () => void;
  /** Calls every listener concerned once. One that throws doesn't stop the others. */
  notify(changed: readonly string[]): void;
}

/** Reports an error as uncaught, without stopping the caller. */
function report(error: unknown): void {
  // Browsers of 2021 lack reportError.
  if (typeof reportError === 'function') reportError(error);
  else
    setTimeout(() => {
      throw error;
    });
}

export function createSubscriptions(): Subscriptions {
  const listeners = new Map<string | undefined, Set<Listener>>();

  function subscribe(listener: Listener, property?: string): () => void {
    const set = listeners.get(property) ?? new Set();
    listeners.set(property, set.add(listener));
    return () => void set.delete(listener);
  }

  function notify(changed: readonly string[]): void {
    const called = new Set<Listener>();
    const errors: unknown[] = [];
    const call = (listener: Listener, set: Set<Listener>) => {
      // One that was called may have ended this one.
      if (!set.has(listener) || called.has(listener)) return;
      called.add(listener);
      try {
        listener();
      } catch (error) {
        errors.push(error);
      }
    };
    for (const name of changed.length ? [...changed, undefined] : []) {
      const set = listeners.get(name) ?? new Set();
      for (const listener of [...set]) call(listener, set);
    }
    // Only now: a handler of the page's "error" event may write, or throw itself.
    errors.forEach(report);
  }

  return { subscribe, notify };
}
