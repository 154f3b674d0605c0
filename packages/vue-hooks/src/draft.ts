/** Not so a Date or Map, which a serializer of one's own may bring. */
function isContainer(value: unknown): value is object {
  return / (Object|Array)]/.test({}.toString.call(value));
}

function copyOf(value: unknown): unknown {
  if (!isContainer(value)) return value;
  if (Array.isArray(value)) return value.map(copyOf);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, copyOf(part)]));
}

/**
 * Wraps a private copy of a value: reads call `track`, every nested write calls `commit` at once.
 * Array methods that write in many places (sort, splice) commit once, when they are done.
 */
export function createDraft(value: unknown, track: () => void, commit: () => void): unknown {
  /** From a part to its proxy and back. */
  const twins = new WeakMap<object, object>();
  let depth = 0;
  let isDirty = false;

  function runWhole<R>(run: () => R): R {
    depth++;
    try {
      return run();
    } finally {
      if (!--depth && isDirty) {
        isDirty = false;
        commit();
      }
    }
  }

  const handler: ProxyHandler<object> = {
    get(target, name, receiver) {
      track();
      const part: unknown = Reflect.get(target, name);
      // The constructor is no method: some tell an array by it.
      if (typeof part === 'function' && name !== 'constructor')
        return (...args: unknown[]) => runWhole(() => part.apply(receiver, args));
      return wrap(part);
    },
    ownKeys(target) {
      track();
      return Reflect.ownKeys(target);
    },
    set(target, name, part) {
      // What comes from outside is copied; what only moves stays the same.
      const plain = twins.get(part) ?? copyOf(part);
      return runWhole(() => (isDirty = Reflect.set(target, name, plain)));
    },
    deleteProperty: (target, name) =>
      runWhole(() => (isDirty = Reflect.deleteProperty(target, name))),
  };

  function wrap(part: unknown): unknown {
    if (!isContainer(part)) return part;
    const proxy = twins.get(part) ?? new Proxy(part, handler);
    twins.set(part, proxy).set(proxy, part);
    return proxy;
  }

  return wrap(copyOf(value));
}
