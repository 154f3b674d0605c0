type Listener = () => void;

export interface Subscriptions {
  /** Without a property: to every change. */
  subscribe(listener: Listener, property?: string): () => void;
  /** Calls everyone concerned once. */
  notify(changed: readonly string[]): void;
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
    const call = (listener: Listener, set: Set<Listener>) => {
      // One that was called may have ended this one.
      if (set.has(listener) && !called.has(listener)) listener();
      called.add(listener);
    };
    for (const name of changed.length ? [...changed, undefined] : []) {
      const set = listeners.get(name) ?? new Set();
      for (const listener of [...set]) call(listener, set);
    }
  }

  return { subscribe, notify };
}
