// @vitest-environment node
import { StorageModule } from '@tuffet/core';
import { resetModules } from '@tuffet/core/testing';
import {
  createLocalStorage,
  createSessionStorage,
  useStorage,
  useStorageHelper,
} from '@tuffet/hooks';
import { expireAfter } from '@tuffet/hooks/expiry';
import { createLocalFamily } from '@tuffet/hooks/family';
import { afterEach, expect, test, vi } from 'vitest';

type User = { name: string; token?: string };

afterEach(() => vi.restoreAllMocks());

const create = () =>
  createLocalStorage<User>({
    storageModuleKey: 'user',
    initial: { name: 'server' },
    protect: true,
    version: 2,
  });

test('modules can be imported and created during SSR, and creating them adds no globals', {
  tags: ['defect-server-import'],
}, () => {
  const before = Reflect.ownKeys(globalThis);
  create();
  createSessionStorage<User>({ storageModuleKey: 'user', initial: { name: 's' } });
  resetModules();
  expect(Reflect.ownKeys(globalThis)).toEqual(before);
});

test('reads return the initial values', () => {
  const storage = create();
  const { name, token } = useStorage(storage);
  expect([name.get(), name.exist(), token.get(), token.exist()]).toEqual([
    'server',
    true,
    undefined,
    false,
  ]);
  expect(useStorageHelper(storage).size()).toBe(1);
  expect([storage.helper.getExistence(), storage.helper.isPersistent()]).toEqual([false, false]);
});

test('writes do nothing and warn, so that one request never sees the values of another', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const storage = create();
  const { name } = useStorage(storage);
  expect(name.set('leak')).toBe(false);
  expect(useStorageHelper(storage).patch({ name: 'leak' })).toBe(false);
  expect(storage.helper.clearModule()).toBe(false);
  expect(useStorageHelper(storage).initialize()).toBe(false);
  expect(name.get()).toBe('server');
  expect(warn).toHaveBeenCalledTimes(4);
  expect(warn.mock.calls[0]?.[0]).toContain('user_v2');
});

test('keys do not have to be unique: every request creates its own modules', () => {
  expect(() => [1, 2].map(() => new StorageModule<User>('user', 'local'))).not.toThrow();
  create();
  const other = createLocalStorage<User>({ storageModuleKey: 'user', initial: { name: 'other' } });
  expect(useStorage(other).name.get()).toBe('other');
});

test('subscribing and protecting throw no error', () => {
  const { helper, subscribe } = create();
  subscribe(() => {})();
  helper.protect('strict');
  helper.cancelProtect();
});

test('during SSR, a family keeps no modules', () => {
  const users = createLocalFamily<User>('users', (id) => ({ initial: { name: id } }));
  expect(users.open('ada')).not.toBe(users.open('ada'));
  expect(users.open('ada').get()).toEqual({ name: 'ada' });
  users.release('ada');
  users.clearAll();
  expect(users.list()).toEqual([]);
});

test('with expiry, nothing expires, and no timer or listener starts', () => {
  vi.useFakeTimers();
  const storage = createLocalStorage<User>({
    storageModuleKey: 'user',
    initial: { name: 'server' },
    expiry: expireAfter(1000),
    check: () => undefined,
    merge: (stored) => stored,
    version: 2,
    migrations: { 2: (previous) => previous },
  });
  const { name, token } = useStorage(storage);
  const unsubscribe = token.subscribe(() => {});
  vi.setSystemTime(Date.now() + 2000);
  expect([name.get(), token.get(), vi.getTimerCount()]).toEqual(['server', undefined, 0]);
  unsubscribe();
  vi.useRealTimers();
});
