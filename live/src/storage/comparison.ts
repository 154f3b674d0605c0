/** Operations on a storage, as data, so that two storages can be put through the same. */

import fc from 'fast-check';

/** A storage with the class it is of. */
export interface Subject {
  readonly Storage: typeof Storage;
  readonly localStorage: Storage;
}

type Raw = Record<PropertyKey, unknown>;

const MARK = Symbol('mark');

/** Names that something else than an entry may have, and some that nothing has. */
const key: fc.Arbitrary<PropertyKey> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('a', 'b', '中', '') },
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      '__proto__',
      'length',
      'setItem',
      'getItem',
      'key',
      'clear',
      'constructor',
      'toString',
      'hasOwnProperty',
      'toJSON',
      '-1',
      '1.5',
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom(MARK, Symbol.iterator, Symbol.toStringTag) },
);

/** What is written; some of it cannot be converted. */
type ValueName = keyof typeof VALUES;
const VALUES = {
  text: () => 'text',
  other: () => 'other',
  empty: () => '',
  lone: () => '\uD800',
  number: () => -0,
  null: () => null,
  undefined: () => undefined,
  list: () => [1, [2]],
  object: () => ({ toString: () => 'converted' }),
  bare: () => Object.create(null),
  symbol: () => MARK,
  broken: () => ({
    toString() {
      throw new RangeError('broken');
    },
  }),
  function: () => () => 'called',
};
const value = fc.constantFrom(...(Object.keys(VALUES) as ValueName[]));

type Flags = { enumerable?: boolean; configurable?: boolean; writable?: boolean };
/** Never `configurable: false`: no proxy may say of an entry that it can never go again. */
const flags: fc.Arbitrary<Flags> = fc.record(
  { enumerable: fc.boolean(), configurable: fc.constant(true), writable: fc.boolean() },
  { requiredKeys: [] },
);

/**
 * Chromium lists an entry behind a real property that is not enumerable, which no proxy may, and does
 * not list one named `length` even if nothing hides it.
 */
const isListed = (storage: Storage, name: string) =>
  Object.getOwnPropertyDescriptor(storage, name)?.enumerable !== false && name !== 'length';
/** Of hidden entries see createListing. */
const isOwn = (storage: Storage, name: string) =>
  Object.hasOwn(storage, name) && isListed(storage, name);

/** What each operation does, by name; the result is compared. */
const ACTIONS = {
  getItem: ({ localStorage }: Subject, name: PropertyKey) => localStorage.getItem(name as string),
  setItem: ({ localStorage }: Subject, name: PropertyKey, text: unknown) =>
    localStorage.setItem(name as string, text as string),
  removeItem: ({ localStorage }: Subject, name: PropertyKey) =>
    localStorage.removeItem(name as string),
  clear: ({ localStorage }: Subject) => localStorage.clear(),
  length: ({ localStorage }: Subject) => localStorage.length,
  listKeys: ({ localStorage, Storage }: Subject) => {
    const { key: ask } = Storage.prototype;
    const { length } = localStorage;
    return sorted(Array.from({ length: Number(length) || 0 }, (_, i) => ask.call(localStorage, i)));
  },
  askBeyond: ({ localStorage }: Subject) => localStorage.key(1000),
  get: ({ localStorage }: Subject, name: PropertyKey) => (localStorage as unknown as Raw)[name],
  set: ({ localStorage }: Subject, name: PropertyKey, text: unknown) => {
    (localStorage as unknown as Raw)[name] = text;
  },
  reflectSet: ({ localStorage }: Subject, name: PropertyKey, text: unknown) =>
    Reflect.set(localStorage, name, text),
  assign: ({ localStorage }: Subject, name: PropertyKey, text: unknown) => {
    Object.assign(localStorage, { [name]: text });
  },
  setElsewhere: ({ localStorage }: Subject, name: PropertyKey, text: unknown) => {
    const receiver = {};
    const isSet = Reflect.set(localStorage, name, text, receiver);
    return [isSet, describe(Object.getOwnPropertyDescriptor(receiver, name))];
  },
  inherit: ({ localStorage }: Subject, name: PropertyKey, text: unknown) => {
    const heir = Object.create(localStorage) as Raw;
    const before = [name in heir, describe(heir[name])];
    const isSet = Reflect.set(heir, name, text);
    return [...before, isSet, describe(heir[name]), Object.hasOwn(heir, name)];
  },
  delete: ({ localStorage }: Subject, name: PropertyKey) =>
    delete (localStorage as unknown as Raw)[name],
  reflectDelete: ({ localStorage }: Subject, name: PropertyKey) =>
    Reflect.deleteProperty(localStorage, name),
  has: ({ localStorage }: Subject, name: PropertyKey) => name in localStorage,
  hasOwn: ({ localStorage }: Subject, name: PropertyKey) => Object.hasOwn(localStorage, name),
  describe: ({ localStorage }: Subject, name: PropertyKey) =>
    describe(Object.getOwnPropertyDescriptor(localStorage, name)),
  isEnumerable: ({ localStorage }: Subject, name: PropertyKey) =>
    Object.prototype.propertyIsEnumerable.call(localStorage, name),
  define: ({ localStorage }: Subject, name: PropertyKey, text: unknown, more: Flags) => {
    Object.defineProperty(localStorage, name, { ...more, value: text });
  },
  reflectDefine: ({ localStorage }: Subject, name: PropertyKey, text: unknown, more: Flags) =>
    Reflect.defineProperty(localStorage, name, { ...more, value: text }),
  defineFlags: ({ localStorage }: Subject, name: PropertyKey, _: unknown, more: Flags) =>
    Reflect.defineProperty(localStorage, name, more),
  defineAccessor: ({ localStorage }: Subject, name: PropertyKey) => {
    Object.defineProperty(localStorage, name, { get: () => 'computed', configurable: true });
  },
  keys: ({ localStorage }: Subject) =>
    sorted(Object.keys(localStorage).filter((name) => isListed(localStorage, name))),
  names: ({ localStorage }: Subject) => sorted(Object.getOwnPropertyNames(localStorage)),
  symbols: ({ localStorage }: Subject) => sorted(Object.getOwnPropertySymbols(localStorage)),
  entries: ({ localStorage }: Subject) =>
    sorted(
      Object.entries(localStorage)
        .filter(([name]) => isOwn(localStorage, name))
        .map((entry) => entry.map(describe).join('=')),
    ),
  spread: ({ localStorage }: Subject) =>
    sorted(Object.keys({ ...localStorage }).filter((name) => isOwn(localStorage, name))),
  loop: ({ localStorage }: Subject) => {
    const names: string[] = [];
    for (const name in localStorage) names.push(name);
    return sorted(names.filter((name) => isListed(localStorage, name)));
  },
  json: ({ localStorage }: Subject) => {
    const text = JSON.stringify(localStorage);
    const shown = text ? Object.entries(JSON.parse(text)) : [];
    return sorted(shown.filter(([name]) => isListed(localStorage, name)).map(String));
  },
  text: ({ localStorage }: Subject) => `${localStorage}`,
  preventExtensions: ({ localStorage }: Subject) => Reflect.preventExtensions(localStorage),
  freeze: ({ localStorage }: Subject) => void Object.freeze(localStorage),
  isExtensible: ({ localStorage }: Subject) => Object.isExtensible(localStorage),
  /** As strict protection does it. */
  addLayer: (subject: Subject, name: PropertyKey) => {
    const { localStorage, Storage } = subject;
    const layer = Object.create(Storage.prototype);
    Object.defineProperty(layer, name, {
      get: () => localStorage.getItem(name as string) ?? undefined,
      set: () => {
        throw new SyntaxError('refused');
      },
      enumerable: true,
    });
    Object.setPrototypeOf(localStorage, layer);
  },
  addData: ({ localStorage, Storage }: Subject, name: PropertyKey, text: unknown, more: Flags) => {
    const layer = Object.create(Storage.prototype);
    Object.defineProperty(layer, name, { ...more, value: text });
    Object.setPrototypeOf(localStorage, layer);
  },
  removeLayer: ({ localStorage, Storage }: Subject) =>
    Reflect.setPrototypeOf(localStorage, Storage.prototype),
  loseLayers: ({ localStorage }: Subject) => Reflect.setPrototypeOf(localStorage, null),
  patch: ({ Storage }: Subject, name: PropertyKey, text: unknown, more: Flags) =>
    Reflect.defineProperty(Storage.prototype, name, { configurable: true, ...more, value: text }),
  unpatch: ({ Storage }: Subject, name: PropertyKey) =>
    Reflect.deleteProperty(Storage.prototype, name),
  borrow: ({ Storage }: Subject, name: PropertyKey, text: unknown) =>
    Storage.prototype.setItem.call({} as Storage, name as string, text as string),
  callWithout: ({ localStorage }: Subject, name: PropertyKey) =>
    (localStorage as unknown as Record<PropertyKey, () => unknown>)[name]?.(),
};

export interface Operation {
  readonly action: keyof typeof ACTIONS;
  readonly key: PropertyKey;
  readonly value: ValueName;
  readonly flags: Flags;
}

/** Those that make entries are the most frequent: without entries there is little to compare. */
const action = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<keyof typeof ACTIONS>('setItem', 'set', 'define') },
  { weight: 7, arbitrary: fc.constantFrom(...(Object.keys(ACTIONS) as Operation['action'][])) },
);

export const operation: fc.Arbitrary<Operation> = fc.record({ action, key, value, flags });

/** Numbers: Chromium has rules of their own for them, which contradict each other in odd places. */
export const numberOperation: fc.Arbitrary<Operation> = fc.record({
  action: fc.constantFrom<Operation['action']>(
    'setItem',
    'getItem',
    'removeItem',
    'clear',
    'length',
    'listKeys',
    'get',
    'set',
    'reflectSet',
    'assign',
    'delete',
    'reflectDelete',
    'has',
    'hasOwn',
    'describe',
    'define',
    'defineAccessor',
    'names',
    'entries',
    'json',
    'loop',
  ),
  key: fc.constantFrom('0', '7', '4294967294', '4294967295', '-1', '01'),
  value,
  flags,
});

/** What an operation results in, in words that are the same for both. */
export function perform(subject: Subject, operation: Operation): string {
  const { action, key: name, value: text, flags: more } = operation;
  try {
    return describe(ACTIONS[action](subject, name, VALUES[text](), more));
  } catch (error) {
    const { name: kind, message } = error as Error;
    // Without its prototype it has lost its name as well.
    const wording = message.replace("on 'Object'", "on 'Storage'");
    // The engine itself speaks in other words of proxies.
    return isOwnWording(wording) ? `${kind}: ${wording}` : kind;
  } finally {
    Reflect.has(subject.localStorage, ''); // see createListing: the next question belongs to no list
  }
}

const isOwnWording = (message: string) =>
  /^(Failed to|Illegal|broken|refused)/.test(message) && !message.includes('convert object');

const sorted = (values: readonly unknown[]) => values.map(String).sort();

/** Values of two documents are never the same objects: what they are is compared. */
function describe(found: unknown): string {
  if (typeof found === 'function') return `function ${found.name}/${found.length}`;
  if (typeof found === 'symbol') return String(found);
  if (Object.is(found, -0)) return '-0';
  if (typeof found !== 'object' || found === null) return JSON.stringify(found) ?? 'undefined';
  if (Array.isArray(found)) return `[${found.map(describe).join(', ')}]`;
  const tag = Object.prototype.toString.call(found);
  const members = Object.entries(found).map(([name, item]) => `${name}: ${describe(item)}`);
  return tag === '[object Object]' ? `{${members.join(', ')}}` : tag;
}
