import { createLocalStorage, useStorage, useStorageHelper } from '@tuffet/hooks';
import { richJson, withSerializer } from '@tuffet/hooks/serializer';
import fc from 'fast-check';
import { beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest';
import { resetStorage } from '../../core/tests/module.ts';
import { isTypo } from '../src/write-warnings.ts';

type Any = Record<string, unknown>;

let warn: MockInstance;

resetStorage();
beforeEach(() => {
  warn = vi.spyOn(console, 'warn').mockReturnValue();
});

const options = {
  storageModuleKey: 'settings',
  initial: { theme: 'light', size: 12, profile: {} },
};
const create = () => createLocalStorage<Any>(options as never);
const warnings = () => warn.mock.calls.map(([message]) => String(message));

class Point {
  x = 1;
}

describe('in development, a name that looks misspelled', () => {
  test('logs one warning with the name in initial, and the value is stored', () => {
    const { set, get } = create();
    expect([set({ thme: 'dark' }), set({ thme: 'blue' }), get('thme')]).toEqual([
      true,
      true,
      'blue',
    ]);
    expect(warnings()).toEqual([
      '[tuffet] "settings": "thme" was set, but initial has "theme". If both are properties, ignore this.',
    ]);
  });

  test.each<[string, (name: string) => unknown]>([
    ['set', (name) => create().set({ [name]: 1 })],
    ['patch', (name) => useStorageHelper(create()).patch({ [name]: 1 })],
    ['an item', (name) => useStorage(create())[name]?.set(1 as never)],
    ['setItem', (name) => create().storageModule.setItem(name, 1 as never)],
  ])('is found in %s', (_, write) => {
    write('Size');
    expect(warnings()).toHaveLength(1);
  });

  test.each(['them', 'themee', 'tehme', 'Theme', 'THEME'])('is found: %s', (name) => {
    create().set({ [name]: 1 });
    expect(warnings()[0]).toContain(`"${name}" was set, but initial has "theme"`);
  });

  test.each(['themes', 'theme2', 'thime', 'token', 't', ''])('is not suspected: %s', (name) => {
    create().set({ [name]: 1 });
    expect(warnings()).toEqual([]);
  });

  test('is not suspected if it is stored already', () => {
    localStorage.setItem('settings', '{"thme":"dark"}');
    create().set({ thme: 'blue' });
    expect(warnings()).toEqual([]);
  });

  test('has a distance of one change: it is symmetric, and no name is a misspelling of two changes', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 3, maxLength: 7 });
    fc.assert(
      fc.property(word, word, (one, other) => {
        expect(isTypo(one, other)).toBe(isTypo(other, one));
        if (Math.abs(one.length - other.length) > 1) expect(isTypo(one, other)).toBe(false);
        expect(isTypo(one, `${one}x`)).toBe(true);
      }),
    );
  });
});

describe('in development, a value that reads do not return', () => {
  test.each<[unknown, string]>([
    [Number.NaN, '"profile" is NaN, so reads return null.'],
    [Number.POSITIVE_INFINITY, '"profile" is Infinity, so reads return null.'],
    [{ a: [1, { b: -1 / 0 }] }, '"profile.a[1].b" is -Infinity, so reads return null.'],
    [{ save() {} }, '"profile.save" is a function, so reads return undefined.'],
    [[() => 1], '"profile[0]" is a function, so reads return null.'],
    [[undefined], '"profile[0]" is undefined, so reads return null.'],
    [{ day: new Date(0) }, '"profile.day" is a Date, so reads return a string.'],
    [new Map([[1, 2]]), '"profile" is a Map, so reads return a plain object.'],
    [new Point(), '"profile" is a Point, so reads return a plain object.'],
    [{ tag: Symbol('x') }, '"profile.tag" is Symbol(x), so reads return undefined.'],
  ])('logs a warning: %o', (value, message) => {
    const { set } = create();
    expect([set({ profile: value }), set({ profile: value })]).toEqual([true, true]);
    expect(warnings()).toEqual([
      `[tuffet] "settings": ${message} Set plain data, or use withSerializer from @tuffet/hooks/serializer.`,
    ]);
  });

  test('is not suspected if the serializer supports it', () => {
    const rich = withSerializer(richJson).createLocalStorage<Any>(options as never);
    rich.set({ profile: { day: new Date(0), tags: new Set([1]), map: new Map() } });
    expect(warnings()).toEqual([]);
  });

  test('is not suspected if it could not be set', () => {
    const { set } = createLocalStorage<Any>({
      ...options,
      check: ({ size }: Any) => (size === null ? 'no' : undefined),
      onError: () => {},
    } as never);
    expect(set({ size: Number.NaN })).toBe(false);
    expect(warnings()).toEqual([]);
  });

  test('is never JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        create().set({ profile: value });
        expect(warnings()).toEqual([]);
      }),
    );
  });

  test('is not an object without undefined fields, or one without a prototype', () => {
    create().set({ profile: { a: undefined, b: Object.create(null) } });
    expect(warnings()).toEqual([]);
  });
});

test('in production, nothing is logged', () => {
  vi.stubEnv('NODE_ENV', 'production');
  create().set({ thme: Number.NaN, profile: new Point() });
  expect(warnings()).toEqual([]);
});
