import { describe, expect, test, vi } from 'vitest';
import type { Root } from '../src/store/entry.ts';
import type { StoreOptions } from '../src/store/store.ts';
import { changeElsewhere, createModule, errorOf, resetStorage } from './module.ts';

resetStorage();

const DEFAULTS = { a: 1, b: 1 };

/** Opens the module on an entry, with options that decide which values reads return. */
function open(text: string, options: StoreOptions) {
  localStorage.setItem('m', text);
  const { module, store, errors } = createModule();
  store.configure({ initial: DEFAULTS, ...options });
  const shown = () => module.getHelper().getModule();
  return { module, store, errors, shown };
}

const below = (limit: number) => (root: Root) =>
  Object.entries(root).find(([, value]) => Number(value) >= limit)?.[0];

describe('properties that check rejects', () => {
  test('are not shown, stay stored, and are reported once', () => {
    const { module, errors, shown } = open('{"a":2,"b":9}', { check: below(5) });
    expect(shown()).toEqual({ a: 2 });
    expect([module.contains('b'), module.size()]).toEqual([false, 1]);
    expect(localStorage.getItem('m')).toBe('{"a":2,"b":9}');
    expect(errors.map(({ code, hint }) => [code, hint])).toEqual([
      ['schema', expect.stringMatching(/^Stored values are invalid: b\. They stay in the entry/)],
    ]);
    expect(errors[0]?.raw).toBe('{"a":2,"b":9}');
  });

  test('stay stored while others are written, until they are written themselves', () => {
    const { module, shown } = open('{"a":2,"b":9}', { check: below(5) });
    expect(module.setItem('a', 3)).toBe(true);
    expect([localStorage.getItem('m'), shown()]).toEqual(['{"a":3,"b":9}', { a: 3 }]);
    expect(module.setItem('b', 4)).toBe(true);
    expect([localStorage.getItem('m'), shown()]).toEqual(['{"a":3,"b":4}', { a: 3, b: 4 }]);
  });

  test('are removed by removeItem, setModule and clear', () => {
    const { module } = open('{"a":2,"b":9}', { check: below(5) });
    module.removeItem('b');
    expect(localStorage.getItem('m')).toBe('{"a":2}');
    changeElsewhere('{"a":2,"b":9}');
    module.getHelper().setModule({ a: 3 });
    expect(localStorage.getItem('m')).toMatch(/^\{"a":3\}\s*$/);
    changeElsewhere('{"a":2,"b":9}');
    module.clear();
    expect(localStorage.getItem('m')).toBe('{}');
  });

  test('are not overwritten by missing initial values', () => {
    const { store } = open('{"b":9}', { check: below(5) });
    store.fill();
    expect(localStorage.getItem('m')).toBe('{"b":9,"a":1}\t');
  });

  test('are those that are rejected one after the other, if there are several', () => {
    const { shown } = open('{"a":9,"list":[1],"b":9}', { check: below(5) });
    expect(shown()).toEqual({ list: [1] });
  });

  test('do not include valid ones that need each other', () => {
    const check = ({ a, b, list }: Root) => (a === b && !list ? undefined : 'differ');
    const { shown } = open('{"a":2,"b":2,"list":[]}', { check });
    expect(shown()).toEqual({ a: 2, b: 2 });
  });

  test('are shown as soon as a change makes them valid', () => {
    const check = ({ a, b }: Root) => (Number(b) > Number(a) ? 'too large' : undefined);
    const { module, shown } = open('{"a":1,"b":5}', { check });
    expect(shown()).toEqual({ a: 1 });
    expect(module.setItem('a', 7)).toBe(true);
    expect(shown()).toEqual({ a: 7, b: 5 });
  });

  test('do not hide a change that is rejected', () => {
    const { module, errors } = open('{"a":2,"b":9}', { check: below(5) });
    expect(module.setItem('a', 8)).toBe(false);
    expect(errors.at(-1)?.hint).toMatch(/^Validation failed, so nothing was changed: a/);
    expect(localStorage.getItem('m')).toBe('{"a":2,"b":9}');
  });
});

describe.each([
  ['check throws', { check: () => raise() }],
  ['merge throws', { merge: () => raise() }],
  ['merge returns an array', { merge: () => [] }],
  ['merge returns a promise', { merge: async () => ({}) }],
  ['merge returns what cannot be stored', { merge: () => ({ a: 1n }) }],
] as unknown as [string, StoreOptions][])('if %s', (_, options) => {
  test('the initial values are shown, the entry stays, and it is reported', () => {
    const { module, errors, shown } = open('{"a":2}', options);
    expect([shown(), module.contains('a')]).toEqual([{}, false]);
    expect(localStorage.getItem('m')).toBe('{"a":2}');
    expect(errors.map(({ code }) => code)).toEqual(['schema']);
    expect(errors[0]?.cause).toBeInstanceOf(Error);
  });

  test('another tab changes the entry: every read works', () => {
    const { module, errors } = open('{"a":2}', options);
    module.getItem('a');
    changeElsewhere('{"a":3}');
    expect([module.getItem('a'), errors.length]).toEqual([undefined, 2]);
  });
});

test('if merge throws, a change keeps the other values', () => {
  const { module } = open('{"a":2}', { merge: () => raise() });
  expect(module.setItem('b', 1)).toBe(true);
  expect(localStorage.getItem('m')).toBe('{"a":2,"b":1}');
});

test('if check throws, nothing is written', () => {
  const { module, errors } = open('{"a":2}', { check: () => raise() });
  expect(module.setItem('b', 1)).toBe(false);
  expect([localStorage.getItem('m'), errors.length]).toEqual(['{"a":2}', 2]);
});

describe('a check that returns something other than a string', () => {
  test.each([true, false, 0, {}, Promise.resolve()])(
    'throws, and deletes nothing: %j',
    (result) => {
      const check = vi.fn(() => result as never);
      const { module, errors } = open('{"a":2}', { check });
      expect(errorOf(() => module.getItem('a'))?.code).toBe('invalid-options');
      // Later reads work, so that an application with an error boundary goes on.
      expect(module.getItem('a')).toBeUndefined();
      expect(errorOf(() => module.setItem('a', 3))?.hint).toMatch(/^`check` must return/);
      expect([localStorage.getItem('m'), errors]).toEqual(['{"a":2}', []]);
    },
  );

  test.each([undefined, null, ''])('accepts the entry if it is empty: %j', (result) => {
    const { module } = open('{"a":2}', { check: () => result as never });
    expect(module.getItem('a')).toBe(2);
  });
});

test('merged values are shown, and stored only when they are written', () => {
  const merge = (stored: Root) => ({ ...stored, list: [1] });
  const { module, shown } = open('{"a":2}', { merge });
  expect(shown()).toEqual({ a: 2, list: [1] });
  module.setItem('b', 3);
  expect(localStorage.getItem('m')).toBe('{"a":2,"b":3}');
  expect(shown()).toEqual({ a: 2, b: 3, list: [1] });
  module.setItem('list', [1]);
  expect(localStorage.getItem('m')).toBe('{"a":2,"b":3,"list":[1]}');
});

function raise(): never {
  throw new RangeError('no');
}
