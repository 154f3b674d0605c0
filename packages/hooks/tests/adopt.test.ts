import { resetModules } from '@tuffet/core/testing';
import {
  type Adopter,
  type CreateStorageOptions,
  createLocalStorage,
  type TuffetError,
} from '@tuffet/hooks';
import {
  fromJotai,
  fromKeys,
  fromPinia,
  fromReduxPersist,
  fromVueUse,
  fromZustand,
  keep,
} from '@tuffet/hooks/adopt';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { resetStorage } from '../../core/tests/module.ts';

type Settings = { theme: string; size: number; wide: boolean; tabs: string[]; token?: string };

const initial = { theme: 'light', size: 12, wide: false, tabs: [] };
const values = { theme: 'dark', size: 14, wide: true, tabs: ['a', 'b'] };

resetStorage();

function open(adopt: Adopter<Settings>, options: Partial<CreateStorageOptions<Settings>> = {}) {
  const errors: TuffetError[] = [];
  const onError = (error: TuffetError) => void errors.push(error);
  const base = { storageModuleKey: 'settings', initial, onError, adopt };
  const { get } = createLocalStorage<Settings>({ ...base, ...options });
  return { values: get(), errors };
}

function put(entries: Record<string, unknown>): void {
  for (const [key, value] of Object.entries(entries)) {
    localStorage.setItem(key, typeof value === 'string' ? value : JSON.stringify(value));
  }
}

const keys = () => Object.keys({ ...localStorage }).sort();

describe('fromKeys', () => {
  const all = { theme: 'a-theme', size: 'a-size', wide: 'a-wide', tabs: 'a-tabs' };

  test('reads strings as they are and other values as JSON', () => {
    put({ 'a-theme': 'dark', 'a-size': 14, 'a-wide': true, 'a-tabs': ['a', 'b'] });
    expect(open(fromKeys(all))).toEqual({ values, errors: [] });
    expect(keys()).toEqual(['settings']);
  });

  test.each([
    ['"dark"', 'dark'],
    ['dark', 'dark'],
    ['"dark', '"dark'],
    ['', ''],
    ['""', ''],
    ['5', '5'],
    ['null', 'null'],
    ['{"a":1}', '{"a":1}'],
    [JSON.stringify('"'), '"'],
  ])('reads strings that are stored as JSON or as they are: %s', (text, theme) => {
    put({ 'a-theme': text });
    expect(open(fromKeys({ theme: 'a-theme' }))).toEqual({
      values: { ...initial, theme },
      errors: [],
    });
    expect(keys()).toEqual(['settings']);
  });

  test('reads what usehooks-ts and nanostores stored', () => {
    put({ theme: '"dark"', size: '14', 'old:wide': 'true', 'old:tabs': '["a","b"]' });
    const sources = { theme: 'theme', size: 'size', wide: 'old:wide', tabs: 'old:tabs' };
    expect(open(fromKeys(sources)).values).toEqual(values);
    expect(keys()).toEqual(['settings']);
  });

  test('reads a text exactly as it is with String', () => {
    put({ 'a-theme': '"dark"' });
    expect(open(fromKeys<Settings>({ theme: ['a-theme', String] })).values.theme).toBe('"dark"');
  });

  test('uses initial values for keys that are missing', () => {
    put({ 'a-size': 14 });
    expect(open(fromKeys(all)).values).toEqual({ ...initial, size: 14 });
    expect(keys()).toEqual(['settings']);
  });

  test('parses with a function', () => {
    put({ 'a-theme': '"dark"', 'a-token': '123', 'a-wide': 'yes' });
    const adopt = fromKeys<Settings>({
      theme: ['a-theme', JSON.parse],
      token: ['a-token', String],
      wide: ['a-wide', (text) => text === 'yes'],
    });
    expect(open(adopt).values).toEqual({ ...initial, theme: 'dark', token: '123', wide: true });
  });

  test('reports a text that cannot be parsed, and keeps all keys', () => {
    put({ 'a-theme': 'dark', 'a-tabs': '[object Object]' });
    const { errors, values: seen } = open(fromKeys(all));
    expect(errors).toMatchObject([{ code: 'migration' }]);
    expect([seen, keys()]).toEqual([initial, ['a-tabs', 'a-theme']]);
  });
});

test('fromZustand reads the state', () => {
  put({ old: { state: values, version: 3 } });
  expect(open(fromZustand('old'))).toEqual({ values, errors: [] });
  expect(keys()).toEqual(['settings']);
});

test('fromPinia reads an object', () => {
  put({ old: values });
  expect(open(fromPinia('old'))).toEqual({ values, errors: [] });
  expect(keys()).toEqual(['settings']);
});

const slicesOf = (state: object) =>
  Object.fromEntries(Object.entries(state).map(([name, slice]) => [name, JSON.stringify(slice)]));
const _persist = '{"version":-1,"rehydrated":true}';

test('fromReduxPersist parses every slice', () => {
  put({ 'persist:root': { ...slicesOf(values), _persist } });
  expect(open(fromReduxPersist('persist:root'))).toEqual({ values, errors: [] });
  expect(keys()).toEqual(['settings']);
});

test('fromVueUse reads an object, or one key per property', () => {
  put({ old: values });
  expect(open(fromVueUse('old')).values).toEqual(values);
  resetModules();
  localStorage.clear();
  put({ 'vue-theme': 'dark', 'vue-size': 14 });
  const adopt = fromVueUse<Settings>({ theme: 'vue-theme', size: 'vue-size' });
  expect(open(adopt).values).toEqual({ ...initial, theme: 'dark', size: 14 });
  expect(keys()).toEqual(['settings']);
});

test('fromJotai parses JSON, also of strings', () => {
  put({ 'j-theme': '"dark"', 'j-token': '"123"' });
  const adopt = fromJotai<Settings>({ theme: 'j-theme', token: 'j-token' });
  expect(open(adopt).values).toEqual({ ...initial, theme: 'dark', token: '123' });
  expect(keys()).toEqual(['settings']);
});

describe('select', () => {
  test('chooses values, and the old key is kept for other modules', () => {
    put({ 'persist:root': { ...slicesOf({ settings: values, cart: [1] }), _persist } });
    const adopt = fromReduxPersist<Settings>('persist:root', ({ settings }) => settings);
    expect(open(adopt)).toEqual({ values, errors: [] });
    const cart = createLocalStorage<{ items: number[] }>({
      storageModuleKey: 'cart',
      initial: { items: [] },
      adopt: fromReduxPersist('persist:root', (slices) => ({ items: slices.cart })),
    });
    expect(cart.get()).toEqual({ items: [1] });
    expect(keys()).toEqual(['cart', 'persist:root', 'settings']);
  });

  test('receives the version of zustand', () => {
    put({ old: { state: { color: 'dark' }, version: 3 } });
    const adopt = fromZustand<Settings>('old', ({ color }, version) => ({
      theme: color,
      size: version,
    }));
    expect(open(adopt).values).toEqual({ ...initial, theme: 'dark', size: 3 });
    expect(keys()).toEqual(['old', 'settings']);
  });
});

test('keep keeps the old keys', () => {
  put({ old: { state: values, version: 0 } });
  expect(open(keep(fromZustand('old'))).values).toEqual(values);
  expect(keys()).toEqual(['old', 'settings']);
});

const adopters: [string, Adopter<Settings>][] = [
  ['fromZustand', fromZustand('old')],
  ['fromPinia', fromPinia('old')],
  ['fromReduxPersist', fromReduxPersist('old')],
  ['fromVueUse', fromVueUse('old')],
];

test.each(adopters)('%s returns nothing if the old key is missing', (_, adopt) => {
  expect(open(adopt)).toEqual({ values: initial, errors: [] });
  expect(keys()).toEqual(['settings']);
});

test.each(adopters)('%s never removes a string in another format, and reports it', (_, adopt) => {
  for (const text of ['dark', '5', 'null', '"dark"', '[', '', '[1]', '{"state":5}']) {
    resetModules();
    localStorage.clear();
    put({ old: text });
    const check = (root: object) => ('theme' in root && !('0' in root) ? undefined : 'no theme');
    const { errors, values: seen } = open(adopt, { check });
    if (errors.length) expect([seen, keys()]).toEqual([initial, ['old']]);
    else expect([text, seen]).toEqual(['{"state":5}', { ...initial, state: 5 }]);
  }
});

test('for any values, every function adopts the entries of its library', () => {
  const json = fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)));
  const withoutExtra = ({ extra, ...state }: { extra?: unknown }) => state;
  const settings = fc.record({
    // A string that is itself a JSON string is parsed.
    theme: fc.string().filter((text) => !/^\s*"/.test(text)),
    size: fc.integer(),
    wide: fc.boolean(),
    tabs: fc.array(fc.string()),
    extra: json,
  });
  const names = ['theme', 'size', 'wide', 'tabs'] as const;
  const sources = Object.fromEntries(names.map((name) => [name, `old-${name}`]));
  const texts = (state: object, strings: (text: string) => string) =>
    Object.fromEntries(
      Object.entries(state).map(([name, value]) => [
        `old-${name}`,
        typeof value === 'string' ? strings(value) : JSON.stringify(value),
      ]),
    );
  const libraries: [Adopter<Settings>, (state: object) => Record<string, unknown>][] = [
    [fromZustand('old'), (state) => ({ old: { state, version: 0 } })],
    [fromPinia('old'), (state) => ({ old: state })],
    [fromVueUse('old'), (state) => ({ old: state })],
    [fromReduxPersist('old'), (state) => ({ old: { ...slicesOf(state), _persist } })],
    [fromKeys<Settings>(sources), (state) => texts(withoutExtra(state), String)],
    [fromKeys<Settings>(sources), (state) => texts(withoutExtra(state), JSON.stringify)],
    [fromJotai<Settings>(sources), (state) => texts(withoutExtra(state), JSON.stringify)],
  ];
  fc.assert(
    fc.property(settings, fc.constantFrom(...libraries), (state, [adopt, write]) => {
      resetModules();
      localStorage.clear();
      const old = write(state);
      put(old);
      const seen = open(adopt).values as Partial<typeof state>;
      expect(seen).toEqual('old' in old ? state : { ...state, extra: undefined });
      expect(keys()).toEqual(['settings']);
    }),
  );
});

describe('under the key of the module itself', () => {
  const own: [string, Adopter<Settings>, string][] = [
    ['zustand', fromZustand('settings'), JSON.stringify({ state: values, version: 0 })],
    [
      'redux-persist',
      fromReduxPersist('settings'),
      JSON.stringify({ ...slicesOf(values), _persist }),
    ],
    ['raw text', fromKeys({ theme: 'settings' }), 'dark'],
    ['a JSON string', fromKeys({ theme: 'settings' }), '"dark"'],
  ];

  test.each(own)('values are adopted, and the text becomes a backup: %s', (_, adopt, text) => {
    localStorage.setItem('settings', text);
    const { errors, values: seen } = open(adopt);
    const isWhole = text.startsWith('{');
    expect(seen).toEqual(isWhole ? values : { ...initial, theme: 'dark' });
    expect(errors).toEqual([]);
    expect(JSON.parse(localStorage.getItem('settings') as string)).toEqual(seen);
    expect(localStorage.getItem('settings__backup1')).toBe(text);
  });

  test.each(own)('they are adopted once: %s', (_, adopt, text) => {
    localStorage.setItem('settings', text);
    open(adopt);
    const before = { ...localStorage };
    resetModules();
    expect(open(adopt).errors).toEqual([]);
    expect({ ...localStorage }).toEqual(before);
  });

  test('they stay if adopting fails', () => {
    const text = JSON.stringify({ state: values, version: 0 });
    localStorage.setItem('settings', text);
    const { errors } = open(fromZustand('settings'), { check: () => 'no' });
    expect(errors.map(({ code }) => code)).toContain('migration');
    expect({ ...localStorage }).toEqual({ settings: text });
  });

  test.each(['settings', 'settings__backup1'])('they stay if %s does not fit', (full) => {
    const text = JSON.stringify({ state: values, version: 0 });
    localStorage.setItem('settings', text);
    const { setItem } = Storage.prototype;
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
      if (key === full && value !== text) throw new DOMException('', 'QuotaExceededError');
      if (key === full && full !== 'settings') throw new DOMException('', 'QuotaExceededError');
      setItem.call(this, key, value);
    });
    const { errors } = open(fromZustand('settings'));
    expect(errors.map(({ code }) => code)).toEqual([full === 'settings' ? 'quota' : 'migration']);
    expect(localStorage.getItem('settings')).toBe(text);
    vi.restoreAllMocks();
    resetModules();
    expect(open(fromZustand('settings'))).toEqual({ values, errors: [] });
  });

  test('they stay if an error handler throws', () => {
    const text = JSON.stringify({ state: values, version: 0 });
    localStorage.setItem('settings', text);
    const { setItem } = Storage.prototype;
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
      if (key === 'settings' && value !== text) throw new DOMException('', 'QuotaExceededError');
      setItem.call(this, key, value);
    });
    const onError = (error: TuffetError) => {
      throw error;
    };
    expect(() => open(fromZustand('settings'), { onError })).toThrow('quota');
    expect(localStorage.getItem('settings')).toBe(text);
  });

  test('they are adopted by a later version, instead of being migrated', () => {
    localStorage.setItem('settings', JSON.stringify({ state: values, version: 0 }));
    const migrations = { 2: () => ({ theme: 'migrated' }) };
    const options = { version: 2, migrations };
    expect(open(fromZustand('settings'), options)).toEqual({ values, errors: [] });
    expect(keys()).toEqual(['settings_v2']);
  });

  test('an entry of the module is not adopted, although it can not be parsed', () => {
    localStorage.setItem('settings', '{"theme":"da');
    localStorage.setItem('a-theme', 'blue');
    const { values: seen } = open(fromKeys({ theme: 'a-theme' }));
    expect(seen).toEqual(initial);
    expect({ ...localStorage }).toEqual({ settings: '{"theme":"da', 'a-theme': 'blue' });
  });

  test('an entry of the module is not adopted, although initial has other names', () => {
    localStorage.setItem('settings', '{"token":"t"}');
    const { values: seen } = open(fromPinia('settings'), { storeInitial: false });
    expect(seen).toEqual({ ...initial, token: 't' });
    expect({ ...localStorage }).toEqual({ settings: '{"token":"t"}' });
  });
});
