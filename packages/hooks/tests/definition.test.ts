import type { Serializer } from '@tuffet/core';
import { describe, expect, test } from 'vitest';
import { defineModule, parseDefinition } from '../src/definition.ts';
import type { CreateStorageOptions } from '../src/types.ts';

type Options = Partial<CreateStorageOptions<Record<string, unknown>>>;

const define = (initial: Record<string, unknown>, options: Options = {}): string =>
  defineModule({ storageModuleKey: 'user', ...options, initial }, JSON);

describe('two definitions are the same', () => {
  test.each([
    ['in another order', { a: 1, b: 2 }, { b: 2, a: 1 }],
    [
      'with nested keys in another order',
      { a: { x: 1, y: { p: 1, q: 2 } } },
      { a: { y: { q: 2, p: 1 }, x: 1 } },
    ],
    ['with objects in a list', { a: [{ x: 1, y: 2 }] }, { a: [{ y: 2, x: 1 }] }],
    ['with a value that is undefined', { a: 1, b: undefined }, { a: 1 }],
  ])('%s', (_, one, other) => {
    expect(define(one)).toBe(define(other));
  });
});

describe('two definitions differ', () => {
  test.each([
    ['in a nested value', { a: { x: 1 } }, { a: { x: 2 } }],
    ['in the order of a list', { a: [1, 2] }, { a: [2, 1] }],
    ['in a name', { a: 1 }, { b: 1 }],
  ])('%s', (_, one, other) => {
    expect(define(one)).not.toBe(define(other));
  });

  test('in their versions or protection', () => {
    const all = [{}, { version: 2 }, { protect: true }, { protect: 'strict' }] as const;
    expect(new Set(all.map((options) => define({ a: 1 }, options))).size).toBe(all.length);
  });
});

test('a module with another serializer than JSON is another definition', () => {
  const options = { storageModuleKey: 'user', initial: { a: 1 } };
  const [one, two] = [0, 1].map(() => ({ stringify: JSON.stringify, parse: JSON.parse }));
  const define = (serializer: Serializer) => defineModule(options, serializer);
  expect(define(one as Serializer)).not.toBe(define(JSON));
  expect(define(one as Serializer)).toBe(define(two as Serializer));
});

test('a serializer may store cycles', () => {
  const names = {
    stringify: (value: unknown) => Object.keys(value as object).join(),
    parse: JSON.parse,
  };
  const cycle: Record<string, unknown> = { b: 1 };
  cycle.a = [cycle];
  expect(() => defineModule({ storageModuleKey: 'user', initial: { cycle } }, names)).not.toThrow();
});

describe('the entry of a definition', () => {
  test.each([
    [define({}), { storedKey: 'user', isProtected: false }],
    [define({}, { version: 12 }), { storedKey: 'user_v12', isProtected: false }],
    [define({}, { protect: true }), { storedKey: 'user', isProtected: true }],
    [define({}, { protect: 'strict' }), { storedKey: 'user', isProtected: true }],
    [`x${define({})}`, undefined],
    [undefined, undefined],
  ])('%s', (definition, expected) => {
    expect(parseDefinition('user', definition)).toEqual(expected);
  });
});
