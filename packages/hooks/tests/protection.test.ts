import { resetModules } from '@tuffet/core/testing';
import { createLocalStorage, type TuffetError } from '@tuffet/hooks';
import { afterEach, expect, test } from 'vitest';
import { resetStorage } from '../../core/tests/module.ts';

type User = { name: string };

resetStorage();

// Protection must not outlive the test.
afterEach(resetModules);

const create = (options: { protect?: boolean | 'strict'; version?: number }) =>
  createLocalStorage<User>({ storageModuleKey: 'user', initial: { name: '' }, ...options });

const write = (key: string) => {
  try {
    localStorage.setItem(key, '{}');
    return 'written';
  } catch (error) {
    return (error as TuffetError).code;
  }
};

test('protect: true blocks direct writes from the start', {
  tags: ['lib-protect-by-option', 'lib-protect-own-writes', 'lib-create-protect-optional'],
}, () => {
  const { storageModule } = create({ protect: true });
  expect(write('user')).toBe('protected-key');
  expect(storageModule.setItem('name', 'b')).toBe(true);
  expect(localStorage.getItem('user')).toBe('{"name":"b"}');
});

test('without protect a direct write succeeds', { tags: ['lib-protect-off-default'] }, () => {
  create({});
  expect(write('user')).toBe('written');
});

test.each([
  [true, []],
  ['strict', ['user']],
] as const)('protect: %j adds the accessors %j to the storage', (protect, accessors) => {
  create({ protect });
  const layer = Object.getPrototypeOf(localStorage);
  expect(layer === Storage.prototype ? [] : Object.keys(layer)).toEqual(accessors);
});

test('protects the key of the version in use', () => {
  create({ protect: true, version: 2 });
  expect([write('user_v2'), write('user')]).toEqual(['protected-key', 'written']);
});
