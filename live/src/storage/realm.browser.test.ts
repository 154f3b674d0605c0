import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { Area, type ChangeListener, QUOTA } from './area.ts';
import { createRealm } from './realm.ts';

/** A storage with its class. */
interface Subject {
  readonly Storage: typeof Storage;
  readonly localStorage: Storage;
}

type Raw = Record<PropertyKey, unknown>;
type Flags = { enumerable?: boolean; configurable?: boolean; writable?: boolean };

const MARK = Symbol('mark');

/** Names of members, of other properties, and names without a property. */
const MEMBERS = ['__proto__', 'length', 'setItem', 'getItem', 'key', 'clear', 'constructor'];
const OTHERS = ['toString', 'hasOwnProperty', 'toJSON', '-1', '1.5'];
const key: fc.Arbitrary<PropertyKey> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('a', 'b', '中', '') },
  { weight: 6, arbitrary: fc.constantFrom(...MEMBERS, ...OTHERS) },
  { weight: 1, arbitrary: fc.constantFrom(MARK, Symbol.iterator, Symbol.toStringTag) },
);

/** Some can't be converted to strings. */
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
type ValueName = keyof typeof VALUES;
const value = fc.constantFrom(...(Object.keys(VALUES) as ValueName[]));

/** Never `configurable: false`, which a proxy can't report for an entry. */
const flags: fc.Arbitrary<Flags> = fc.record(
  { enumerable: fc.boolean(), configurable: fc.constant(true), writable: fc.boolean() },
  { requiredKeys: [] },
);

/**
 * Chromium lists an entry behind a real property that is not enumerable, which a proxy can't do, and
 * doesn't list one named `length`.
 */
const isListed = (storage: object, name: string) =>
  Object.getOwnPropertyDescriptor(storage, name)?.enumerable !== false && name !== 'length';

function addLayer(storage: object, Class: typeof Storage, name: PropertyKey, added: object): void {
  const layer = Object.create(Class.prototype);
  Object.defineProperty(layer, name, added);
  Object.setPrototypeOf(storage, layer);
}

type Action = (storage: Raw & Storage, name: string, text: string, more: Flags) => unknown;

/** The results are compared. */
const createActions = (Class: typeof Storage) =>
  ({
    getItem: (storage, name) => storage.getItem(name),
    setItem: (storage, name, text) => storage.setItem(name, text),
    removeItem: (storage, name) => storage.removeItem(name),
    clear: (storage) => storage.clear(),
    length: (storage) => storage.length,
    listKeys: (storage) =>
      sorted(
        Array.from({ length: Number(storage.length) || 0 }, (_, i) =>
          Class.prototype.key.call(storage, i),
        ),
      ),
    keyBeyond: (storage) => storage.key(1000),
    get: (storage, name) => storage[name],
    set: (storage, name, text) => void Object.assign(storage, { [name]: text }),
    reflectSet: (storage, name, text) => Reflect.set(storage, name, text),
    setElsewhere: (storage, name, text) => {
      const receiver = {};
      const isSet = Reflect.set(storage, name, text, receiver);
      return [isSet, show(Object.getOwnPropertyDescriptor(receiver, name))];
    },
    inherit: (storage, name, text) => {
      const heir = Object.create(storage) as Raw;
      const before = [name in heir, show(heir[name])];
      const isSet = Reflect.set(heir, name, text);
      return [...before, isSet, show(heir[name]), Object.hasOwn(heir, name)];
    },
    delete: (storage, name) => delete storage[name],
    reflectDelete: (storage, name) => Reflect.deleteProperty(storage, name),
    has: (storage, name) => name in storage,
    define: (storage, name, text, more) =>
      void Object.defineProperty(storage, name, { ...more, value: text }),
    reflectDefine: (storage, name, text, more) =>
      Reflect.defineProperty(storage, name, { ...more, value: text }),
    defineFlags: (storage, name, _, more) => Reflect.defineProperty(storage, name, more),
    defineAccessor: (storage, name) =>
      void Object.defineProperty(storage, name, { get: () => 'computed', configurable: true }),
    keys: (storage) => sorted(Object.keys(storage).filter((name) => isListed(storage, name))),
    names: (storage) => sorted(Object.getOwnPropertyNames(storage)),
    symbols: (storage) => sorted(Object.getOwnPropertySymbols(storage)),
    loop: (storage) => {
      const names: string[] = [];
      for (const name in storage) names.push(name);
      return sorted(names.filter((name) => isListed(storage, name)));
    },
    json: (storage) => {
      const shown = Object.entries(JSON.parse(JSON.stringify(storage) ?? '{}'));
      return sorted(shown.filter(([name]) => isListed(storage, name)));
    },
    text: (storage) => `${storage}`,
    preventExtensions: (storage) => Reflect.preventExtensions(storage),
    freeze: (storage) => void Object.freeze(storage),
    isExtensible: (storage) => Object.isExtensible(storage),
    /** Like strict protection. */
    addLayer: (storage, name) =>
      addLayer(storage, Class, name, {
        get: () => storage.getItem(name) ?? undefined,
        set: () => {
          throw new SyntaxError('refused');
        },
        enumerable: true,
      }),
    addData: (storage, name, text, more) =>
      addLayer(storage, Class, name, { ...more, value: text }),
    removeLayer: (storage) => Reflect.setPrototypeOf(storage, Class.prototype),
    loseLayers: (storage) => Reflect.setPrototypeOf(storage, null),
    patch: (_, name, text, more) =>
      Reflect.defineProperty(Class.prototype, name, { configurable: true, ...more, value: text }),
    unpatch: (_, name) => Reflect.deleteProperty(Class.prototype, name),
    borrow: (_, name, text) => Class.prototype.setItem.call({} as Storage, name, text),
    callWithout: (storage, name) => (storage as unknown as Record<string, () => unknown>)[name]?.(),
    hasOwn: (storage, name) => Object.hasOwn(storage, name),
    describe: (storage, name) => show(Object.getOwnPropertyDescriptor(storage, name)),
    entries: (storage) => sorted(Object.entries(storage).map((entry) => entry.map(show).join('='))),
  }) satisfies Record<string, Action>;

type ActionName = keyof ReturnType<typeof createActions>;
const ALL = Object.keys(createActions(Storage)) as ActionName[];

interface Operation {
  readonly action: ActionName;
  readonly key: PropertyKey;
  readonly value: ValueName;
  readonly flags: Flags;
}

/** These differ for entries that a real property hides: see `named-properties.ts`. */
const ON_OWN_PROPERTIES = ['hasOwn', 'describe', 'entries'];

/** Operations that create entries are frequent: without entries there is little to compare. */
const operation: fc.Arbitrary<Operation> = fc.record({
  action: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom<ActionName>('setItem', 'set', 'define') },
    {
      weight: 7,
      arbitrary: fc.constantFrom(...ALL.filter((name) => !ON_OWN_PROPERTIES.includes(name))),
    },
  ),
  key,
  value,
  flags,
});

/** Chromium has special rules for indexes, which contradict each other behind real properties. */
const ON_NUMBERS: readonly ActionName[] = [
  ...(['setItem', 'getItem', 'removeItem', 'clear', 'length', 'listKeys', 'get', 'set'] as const),
  ...(['reflectSet', 'delete', 'reflectDelete', 'has', 'hasOwn', 'describe', 'define'] as const),
  ...(['defineAccessor', 'names', 'entries', 'json', 'loop'] as const),
];
const numberOperation: fc.Arbitrary<Operation> = fc.record({
  action: fc.constantFrom(...ON_NUMBERS),
  key: fc.constantFrom('0', '7', '4294967294', '4294967295', '-1', '01'),
  value,
  flags,
});

/** Returns the result as a string that is the same for both subjects. */
function perform({ Storage: Class, localStorage: storage }: Subject, operation: Operation): string {
  const action: Action = createActions(Class)[operation.action];
  try {
    const name = operation.key as string;
    return show(action(storage as never, name, VALUES[operation.value](), operation.flags));
  } catch (error) {
    const { name: kind, message } = error as Error;
    // Chromium takes the name of the object from its prototype and from `Symbol.toStringTag`.
    const wording = message.replace(/( property .*)on '[^']*'/s, "$1on 'Storage'");
    // The engine's own errors have other messages for proxies.
    return isStorageMessage(wording) ? `${kind}: ${wording}` : kind;
  }
}

const isStorageMessage = (message: string) =>
  /^(Failed to|Illegal|broken|refused)/.test(message) && !message.includes('convert object');

const sorted = (values: readonly unknown[]) => values.map(String).sort();

/** Objects of two documents are never identical, so their contents are compared. */
function show(found: unknown): string {
  if (typeof found === 'function') return `function ${found.name}/${found.length}`;
  if (typeof found === 'symbol') return String(found);
  if (Object.is(found, -0)) return '-0';
  if (typeof found !== 'object' || found === null) return JSON.stringify(found) ?? 'undefined';
  if (Array.isArray(found)) return `[${found.map(show).join(', ')}]`;
  const tag = Object.prototype.toString.call(found);
  const members = Object.entries(found).map(([name, item]) => `${name}: ${show(item)}`);
  return tag === '[object Object]' ? `{${members.join(', ')}}` : tag;
}

const createOurs = (): Subject => createRealm({ local: new Area(), session: new Area() }, {});

let frame: HTMLIFrameElement | undefined;

/** The browser's, in a new document: its objects have no changes of earlier runs. */
function createNative(): Subject {
  localStorage.clear();
  frame?.remove();
  frame = document.body.appendChild(document.createElement('iframe'));
  return frame.contentWindow as unknown as Subject;
}

afterEach(() => {
  frame?.remove();
  localStorage.clear();
});

function compare(operations: readonly Operation[]): void {
  const ours = createOurs();
  const native = createNative();
  const found = operations.map((each) => perform(ours, each));
  const expected = operations.map((each) => perform(native, each));
  expect(found).toEqual(expected);
}

test('a write to a member that hides an entry creates an enumerable property', () => {
  const name = { key: 'constructor', value: 'text', flags: {} } as const;
  compare(
    (['setItem', 'set', 'json', 'set', 'get'] as const).map((action) => ({ action, ...name })),
  );
});

test('a value that can’t be converted is rejected after the storage was renamed', () => {
  compare([
    { action: 'inherit', key: '__proto__', value: 'text', flags: {} },
    { action: 'define', key: Symbol.toStringTag, value: 'text', flags: {} },
    { action: 'define', key: 'a', value: 'symbol', flags: {} },
  ]);
});

test('behaves like the browser’s storage after any sequence of operations', () => {
  fc.assert(fc.property(fc.array(operation, { maxLength: 25 }), compare), {
    seed: 1,
    numRuns: 300,
  });
}, 60_000);

test('treats numbers as keys like the browser', () => {
  fc.assert(fc.property(fc.array(numberOperation, { maxLength: 15 }), compare), { numRuns: 100 });
}, 60_000);

describe('the quota', () => {
  const attempts: Readonly<Record<string, (storage: Storage) => void>> = {
    'by a method': (storage) => storage.setItem('k', 'x'.repeat(QUOTA)),
    'by a property': (storage) => {
      storage.k = 'x'.repeat(QUOTA);
    },
    'by many keys': (storage) => {
      storage.setItem('half', 'x'.repeat(QUOTA / 2));
      storage.setItem('more', 'x'.repeat(QUOTA / 2));
    },
    'by a longer value': (storage) => {
      storage.setItem('k', 'x'.repeat(QUOTA - 1));
      storage.setItem('k', 'x'.repeat(QUOTA));
    },
  };

  test.each(Object.entries(attempts))('is that of the browser, exceeded %s', (_, attempt) => {
    const [ours, native] = [createOurs(), createNative()].map(({ localStorage: storage }) => {
      try {
        attempt(storage);
        return 'not exceeded';
      } catch (error) {
        const { name, message, code, constructor: Class } = error as DOMException;
        return [name, message, code, Class.name, storage.length];
      }
    });
    expect(ours).toEqual(native);
    expect(ours).toContain('QuotaExceededError');
  });

  test('can be used to the last character, and shrinking is always possible', () => {
    for (const { localStorage: storage } of [createOurs(), createNative()]) {
      storage.setItem('k', 'x'.repeat(QUOTA - 1));
      storage.setItem('k', 'y'.repeat(QUOTA - 1));
      expect(() => storage.setItem('a', '')).toThrow(/exceeded the quota/);
      storage.setItem('k', 'x'.repeat(QUOTA - 3));
      storage.setItem('a', 'b');
      storage.removeItem('k');
      storage.setItem('c', 'x'.repeat(QUOTA - 3));
      storage.clear();
      storage.setItem('k', 'x'.repeat(QUOTA - 1));
      expect(storage.getItem('k')).toHaveLength(QUOTA - 1);
    }
  });
});

describe('several documents', () => {
  test('share entries, and their methods work on the objects of all', () => {
    const areas = { local: new Area(), session: new Area() };
    const [first, second] = [createRealm(areas, {}), createRealm(areas, {})];
    first.localStorage.a = '1';
    expect(second.localStorage.a).toBe('1');
    second.Storage.prototype.removeItem.call(first.localStorage, 'a');
    expect(first.localStorage.length).toBe(0);
    first.sessionStorage.a = '2';
    expect([second.sessionStorage.a, second.localStorage.a]).toEqual(['2', undefined]);
    expect(second.localStorage instanceof first.Storage).toBe(false);
  });

  test('are the sources of the changes that areas report', () => {
    const changes: unknown[] = [];
    const listener: ChangeListener = (change, source) => changes.push([change.key, source]);
    const areas = { local: new Area(listener), session: new Area() };
    const [here, there] = [{ name: 'here' }, { name: 'there' }];
    const [first, second] = [createRealm(areas, here), createRealm(areas, there)];
    first.localStorage.setItem('a', '1');
    second.localStorage.a = '2';
    second.localStorage.a = '2';
    second.Storage.prototype.setItem.call(first.localStorage, 'a', '3');
    Reflect.deleteProperty(second.localStorage, 'a');
    first.localStorage.clear();
    areas.local.set('a', '4');
    second.localStorage.clear();
    expect(changes).toEqual([
      ['a', here],
      ['a', there],
      ['a', here],
      ['a', there],
      ['a', undefined],
      [null, there],
    ]);
  });
});
