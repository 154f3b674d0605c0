import { StorageModule, StorageType } from '@tuffet/core';
import { describe, expect, test } from 'vitest';
import { createModule, errorOf, resetStorage } from './module.ts';

type UserInfo = { token?: string; hasSigned: boolean };

resetStorage();

const create = (type: StorageType = StorageType.LOCAL) => new StorageModule<UserInfo>('user', type);
const entry = () => localStorage.getItem('user');
const codeOf = (run: () => unknown) => errorOf(run)?.code;

describe('a storage module', () => {
  test('stores all its properties in one JSON entry under its key', {
    tags: [
      'lib-one-entry',
      'lib-core-way',
      'lib-module-key',
      'lib-browser-storage',
      'lib-example-type',
    ],
  }, () => {
    const module = create();
    module.setItem('token', 'abc');
    module.setItem('hasSigned', true);
    expect(entry()).toBe('{"token":"abc","hasSigned":true}');
    expect(localStorage.length).toBe(1);
  });

  test('writes nothing when it is created', () => {
    create();
    expect(localStorage.length).toBe(0);
  });

  test('returns the value that was set, or undefined if none was', {
    tags: ['lib-module-get-item', 'lib-module-set-item', 'lib-set-value'],
  }, () => {
    const module = create();
    expect(module.setItem('hasSigned', true)).toBe(true);
    expect(module.getItem('hasSigned')).toBe(true);
    expect(module.getItem('token')).toBeUndefined();
  });

  test('reads an existing entry', { tags: ['lib-module-get-item'] }, () => {
    localStorage.setItem('user', '{"token":"old"}');
    expect(create().getItem('token')).toBe('old');
  });

  test('returns a direct write by other code at the next read', () => {
    const module = create();
    module.setItem('token', 'a');
    localStorage.setItem('user', '{"token":"b"}');
    expect(module.getItem('token')).toBe('b');
  });

  test('removes one property and keeps the others', {
    tags: ['lib-module-remove-item', 'lib-remove-undefined'],
  }, () => {
    const module = create();
    module.setItem('token', 'abc');
    module.setItem('hasSigned', true);
    module.removeItem('token');
    expect(module.getItem('token')).toBeUndefined();
    expect(entry()).toBe('{"hasSigned":true}');
  });

  test('removes a property that is set to undefined', () => {
    const module = create();
    module.setItem('token', 'abc');
    module.setItem('token', undefined);
    expect(module.contains('token')).toBe(false);
    expect(entry()).toBe('{}');
  });

  test('stores null like any other value', () => {
    const module = new StorageModule<{ name: string | null }>('nullable', 'local');
    module.setItem('name', null);
    expect([module.getItem('name'), module.contains('name'), module.size()]).toEqual([
      null,
      true,
      1,
    ]);
  });

  test('leaves an empty entry after clear, and its size is 0', {
    tags: ['lib-module-clear', 'lib-clear-size-zero'],
  }, () => {
    const module = create();
    module.setItem('token', 'abc');
    module.clear();
    expect(entry()).toBe('{}');
    expect(module.size()).toBe(0);
  });

  test('returns which properties it contains and how many', {
    tags: ['lib-module-contains', 'lib-module-size', 'lib-exist-present'],
  }, () => {
    const module = create();
    expect([module.contains('token'), module.size()]).toEqual([false, 0]);
    module.setItem('token', 'abc');
    expect([module.contains('token'), module.size()]).toEqual([true, 1]);
    module.removeItem('token');
    expect([module.contains('token'), module.size()]).toEqual([false, 0]);
  });

  test('uses only session storage if it is a session module', {
    tags: ['lib-module-storage-type', 'lib-storage-types'],
  }, () => {
    create(StorageType.SESSION).setItem('token', 'abc');
    expect(sessionStorage.getItem('user')).toBe('{"token":"abc"}');
    expect(localStorage.length).toBe(0);
  });

  test('accepts the storage type as a plain string', { tags: ['lib-storage-types'] }, () => {
    expect([StorageType.LOCAL, StorageType.SESSION]).toEqual(['local', 'session']);
    expect(new StorageModule<UserInfo>('plain', 'session').getHelper().getStorageType()).toBe(
      'session',
    );
  });

  test.each([
    ['', 'local', /key must be a non-empty string/],
    [undefined, 'local', /key must be a non-empty string/],
    [7, 'local', /key must be a non-empty string/],
    ['x', 'cookie', /must be "local" or "session", not "cookie"/],
    ['x', undefined, /must be "local" or "session", not "undefined"/],
  ])(
    'throws for the key %j with the storage type %j and explains what is valid',
    { tags: ['lib-module-key', 'lib-storage-types'] },
    (key, type, hint) => {
      const make = () => new StorageModule<UserInfo>(key as string, type as StorageType);
      expect(errorOf(make)).toMatchObject({ code: 'invalid-options', key: `${key}` });
      expect(make).toThrow(hint);
    },
  );
});

describe('values', () => {
  type Box = { list?: number[]; any?: unknown };

  test('are copied: mutating the object afterwards changes nothing', () => {
    const module = new StorageModule<Box>('box', 'local');
    const list = [1];
    module.setItem('list', list);
    list.push(2);
    expect(module.getItem('list')).toEqual([1]);
    expect(localStorage.getItem('box')).toBe('{"list":[1]}');
  });

  test('keep their identity until they change', () => {
    const module = new StorageModule<{ a: number[]; b: number }>('same', 'local');
    module.setItem('a', [1]);
    const before = module.getItem('a');
    module.setItem('b', 2);
    localStorage.setItem('same', '{"b":3,"a":[1]}');
    expect(module.getItem('a')).toBe(before);
    expect(module.getItem('b')).toBe(3);
  });

  test.each([
    ['a function', () => 1],
    ['a bigint', 1n],
    ['a symbol', Symbol('x')],
  ])('that JSON cannot hold throw: %s', (_, value) => {
    const module = new StorageModule<Box>('box', 'local');
    const error = errorOf(() => module.setItem('any', value));
    expect(error).toMatchObject({ code: 'unserializable', key: 'box' });
    expect(error?.hint).toMatch(/^"any" can't be serialized. Store plain data/);
    expect(localStorage.getItem('box')).toBeNull();
  });

  test('with circular references throw, with the cause', () => {
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    const module = new StorageModule<Box>('box', 'local');
    expect(() => module.setItem('any', cycle)).toThrow(
      expect.objectContaining({ code: 'unserializable', key: 'box', cause: expect.any(TypeError) }),
    );
  });

  test.each([
    '__proto__',
    'constructor',
    'then',
    'toJSON',
    'length',
    'a1',
    '_x',
    '$x',
    'URL',
    '中文',
    '',
    '0',
  ])('live under any name: %j', { tags: ['defect-proto-name'] }, (name) => {
    const module = new StorageModule<Record<string, number>>('names', 'local');
    expect([module.getItem(name), module.contains(name)]).toEqual([undefined, false]);
    module.setItem(name, 1);
    expect([module.getItem(name), module.contains(name), module.size()]).toEqual([1, true, 1]);
    expect(localStorage.getItem('names')).toBe(`{${JSON.stringify(name)}:1}`);
    localStorage.setItem('names', `{${JSON.stringify(name)}:2}`);
    expect(module.getItem(name)).toBe(2);
    module.removeItem(name);
    expect(localStorage.getItem('names')).toBe('{}');
    expect(Object.getPrototypeOf(module.getHelper().getModule())).toBe(Object.prototype);
  });
});

describe('a unique key', () => {
  const again = () => new StorageModule<UserInfo>('user', 'local');

  test('throws for a second module', {
    tags: ['lib-key-unique', 'lib-no-unique-verify-default'],
  }, () => {
    create();
    expect(errorOf(again)).toMatchObject({ code: 'duplicate-key', key: 'user' });
    expect(again).toThrow(/Choose another/);
  });

  test('can be used again in the other storage', { tags: ['lib-key-unique'] }, () => {
    create('local');
    expect(() => create('session')).not.toThrow();
  });

  test('stays taken after clear, after removing the last item and after clearModule', {
    tags: ['defect-key-freed'],
  }, () => {
    const module = create();
    module.setItem('token', 'a');
    module.removeItem('token');
    module.clear();
    module.getHelper().clearModule();
    expect(codeOf(again)).toBe('duplicate-key');
  });

  test('is not required with noUniqueVerify, and both modules share their values', {
    tags: ['lib-no-unique-verify', 'lib-one-definition'],
  }, () => {
    const first = create();
    const second = new StorageModule<UserInfo>('user', 'local', true);
    second.setItem('token', 'shared');
    expect(first.getItem('token')).toBe('shared');
    second.clear();
    expect(codeOf(again)).toBe('duplicate-key');
  });
});

test('the stores are in globalThis, under a symbol with the major version', () => {
  createModule().module.setItem('a', 1);
  const runtime = Reflect.get(globalThis, Symbol.for('@tuffet/core/2'));
  expect([...runtime.stores.keys()]).toHaveLength(1);
});
