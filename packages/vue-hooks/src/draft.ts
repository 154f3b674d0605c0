const NATIVES: Record<string, object> = {
  Map: Map.prototype,
  Set: Set.prototype,
  Date: Date.prototype,
};

/** Methods of Map, Set and Date that write. */
const WRITE = /^(set|add|delete|clear|getOrInsert)/;

type Callback = (...parts: unknown[]) => unknown;

const kindOf = (value: unknown): string => ({}).toString.call(value).slice(8, -1);

function copyOf(value: unknown): unknown {
  switch (kindOf(value)) {
    case 'Array':
      return (value as unknown[]).map(copyOf);
    case 'Object':
      return Object.fromEntries(
        Object.entries(value as object).map(([name, part]) => [name, copyOf(part)]),
      );
    case 'Map':
      return new Map(copyOf([...(value as Map<unknown, unknown>)]) as [unknown, unknown][]);
    case 'Set':
      return new Set(copyOf([...(value as Set<unknown>)]) as unknown[]);
    case 'Date':
      return new Date(+(value as Date));
    default:
      return value;
  }
}

/**
 * Wraps a private copy of a value: reads call `track`, every nested write calls `commit` at once.
 * Methods that write in many places (sort, splice, forEach) commit once, when they are done.
 */
export function createDraft(value: unknown, track: () => void, commit: () => void): unknown {
  /** From a part to its wrapper and back. Maps, Sets and Dates are their own. */
  const twins = new WeakMap<object, object>();
  const prototypes: Record<string, object> = {};
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

  const rawOf = (part: unknown) => twins.get(part as object);

  /** What comes from outside is copied; what only moves stays the same. */
  const plainOf = (part: unknown) => rawOf(part) ?? copyOf(part);

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
    set: (target, name, part) =>
      runWhole(() => (isDirty = Reflect.set(target, name, plainOf(part)))),
    deleteProperty: (target, name) =>
      runWhole(() => (isDirty = Reflect.deleteProperty(target, name))),
  };

  function* wrapAll(parts: Iterable<unknown>) {
    for (const part of parts) yield wrap(part);
  }

  /** A method of a Map, Set or Date that takes and returns wrapped parts. */
  function createMethod(name: PropertyKey, method: Callback): Callback {
    const isWrite = WRITE.test(String(name));
    const unwrap = (arg: unknown) => {
      if (typeof arg !== 'function') return isWrite ? plainOf(arg) : (rawOf(arg) ?? arg);
      return function (this: unknown, ...parts: unknown[]) {
        return plainOf(arg.apply(this, parts.map(wrap)));
      };
    };
    return function (this: unknown, ...args: unknown[]) {
      return runWhole(() => {
        const result = method.apply(this, args.map(unwrap));
        isDirty ||= isWrite;
        return / Iterator$/.test(kindOf(result))
          ? wrapAll(result as Iterable<unknown>)
          : wrap(result);
      });
    };
  }

  /**
   * Maps, Sets and Dates stay genuine, for their methods refuse a proxy: it is their prototype
   * that notices what is called.
   */
  const createPrototype = (native: object) =>
    new Proxy(Object.create(native) as object, {
      get(_, name, receiver) {
        track();
        const part: unknown = Reflect.get(native, name, receiver);
        return typeof part === 'function' && name !== 'constructor'
          ? createMethod(name, part as Callback)
          : part;
      },
    });

  function createWrapper(part: object, kind: string): object {
    const native = NATIVES[kind];
    if (!native) return new Proxy(part, handler);
    prototypes[kind] ??= createPrototype(native);
    return Object.setPrototypeOf(part, prototypes[kind]);
  }

  function wrap(part: unknown): unknown {
    const kind = kindOf(part);
    if (!/^(Object|Array|Map|Set|Date)$/.test(kind)) return part;
    const raw = part as object;
    const wrapper = twins.get(raw) ?? createWrapper(raw, kind);
    twins.set(raw, wrapper).set(wrapper, raw);
    return wrapper;
  }

  return wrap(copyOf(value));
}
