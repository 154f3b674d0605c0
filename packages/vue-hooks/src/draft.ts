import { copyOf, kindOf } from './copy.ts';

/** Their instances get another prototype: a Proxy has no access to their internal slots. */
const NATIVES: Record<string, { readonly prototype: object }> = { Map, Set, Date };

/** Methods of Map, Set and Date that write. */
const WRITE = /^(set|add|delete|clear|getOrInsert)/;

type Method = (...args: unknown[]) => unknown;

interface Draft {
  readonly track: () => void;
  readonly commit: () => void;
  /** From a nested value to its wrapper and back. Maps, Sets and Dates are their own wrappers. */
  readonly counterparts: WeakMap<object, object>;
  /** By kind: the prototype of Maps, Sets and Dates; the proxy handler of arrays and objects. */
  readonly cache: Record<string, object>;
  /** How many writes and methods are running, one inside the other. */
  depth: number;
  isDirty?: boolean;
}

/**
 * Wraps a private copy of a value: reads call `track`, and every nested write calls `commit`
 * immediately. Methods that write several times (sort, splice, forEach) commit once, at their end.
 */
export function createDraft(value: unknown, track: () => void, commit: () => void): unknown {
  const counterparts = new WeakMap();
  const draft: Draft = { track, commit, counterparts, cache: {}, depth: 0 };
  return wrap(draft, copyOf(value));
}

function wrap(draft: Draft, value: unknown): unknown {
  const kind = kindOf(value);
  if (!/^(Object|Array|Map|Set|Date)$/.test(kind)) return value;
  const raw = value as object;
  const wrapper = draft.counterparts.get(raw) ?? createWrapper(draft, raw, kind);
  draft.counterparts.set(raw, wrapper).set(wrapper, raw);
  return wrapper;
}

function createWrapper(draft: Draft, value: object, kind: string): object {
  const native = NATIVES[kind]?.prototype;
  const cached =
    draft.cache[kind] ?? (native ? createPrototype(draft, native) : createHandler(draft));
  draft.cache[kind] = cached;
  return native ? Object.setPrototypeOf(value, cached) : new Proxy(value, cached);
}

/** Values from outside are copied; values that move inside the draft stay the same objects. */
const unwrapOrCopy = (draft: Draft, value: unknown) =>
  draft.counterparts.get(value as object) ?? copyOf(value);

/** Commits at the end of the outermost call, if anything in it was written. */
function batch<R>(draft: Draft, run: () => R): R {
  draft.depth++;
  try {
    return run();
  } finally {
    draft.depth--;
    if (!draft.depth && draft.isDirty) {
      draft.isDirty = false;
      draft.commit();
    }
  }
}

/** Runs a write, which returns whether it changed anything. */
function write(draft: Draft, run: () => boolean): boolean {
  return batch(draft, () => {
    const isDone = run();
    draft.isDirty ||= isDone;
    return isDone;
  });
}

/** The proxy handler of arrays and plain objects. */
function createHandler(draft: Draft): ProxyHandler<object> {
  return {
    get(target, name, receiver) {
      draft.track();
      const member: unknown = Reflect.get(target, name);
      // `constructor` is read to detect arrays, not called as a method.
      if (typeof member !== 'function' || name === 'constructor') return wrap(draft, member);
      return (...args: unknown[]) => batch(draft, () => member.apply(receiver, args));
    },
    ownKeys(target) {
      draft.track();
      return Reflect.ownKeys(target);
    },
    set: (target, name, member) =>
      write(draft, () => Reflect.set(target, name, unwrapOrCopy(draft, member))),
    deleteProperty: (target, name) => write(draft, () => Reflect.deleteProperty(target, name)),
  };
}

/**
 * The prototype of a Map, Set or Date. The objects themselves stay native, because native methods
 * throw if they are called on a proxy.
 */
function createPrototype(draft: Draft, native: object): object {
  return new Proxy(Object.create(native) as object, {
    get(_, name, receiver) {
      draft.track();
      const member: unknown = Reflect.get(native, name, receiver);
      return typeof member === 'function' && name !== 'constructor'
        ? createMethod(draft, name, member as Method)
        : member;
    },
  });
}

/** A method of a Map, Set or Date that takes and returns wrapped values. */
function createMethod(draft: Draft, name: PropertyKey, method: Method): Method {
  const isWrite = WRITE.test(String(name));
  const unwrapArgument = (arg: unknown) => {
    if (typeof arg === 'function') return createCallback(draft, arg as Method);
    return isWrite ? unwrapOrCopy(draft, arg) : (draft.counterparts.get(arg as object) ?? arg);
  };
  return function (this: unknown, ...args: unknown[]) {
    return batch(draft, () => {
      const result = method.apply(this, args.map(unwrapArgument));
      draft.isDirty ||= isWrite;
      return / Iterator$/.test(kindOf(result))
        ? wrapAll(draft, result as Iterable<unknown>)
        : wrap(draft, result);
    });
  };
}

/** A callback that receives wrapped values and returns a plain one. */
function createCallback(draft: Draft, callback: Method): Method {
  return function (this: unknown, ...args: unknown[]) {
    const wrapped = args.map((arg) => wrap(draft, arg));
    return unwrapOrCopy(draft, callback.apply(this, wrapped));
  };
}

function* wrapAll(draft: Draft, values: Iterable<unknown>) {
  for (const value of values) yield wrap(draft, value);
}
