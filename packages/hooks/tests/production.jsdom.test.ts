import { resetModules } from '@tuffet/core/testing';
import { createLocalStorage, TuffetError } from '@tuffet/hooks';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const create = (options: object = {}) =>
  createLocalStorage<{ name: string }>({
    storageModuleKey: 'user',
    initial: { name: '' },
    ...options,
  });

beforeEach(() => {
  resetModules();
  localStorage.clear();
  vi.stubEnv('NODE_ENV', 'production');
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

test('in production, unknown options are not reported', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  create({ migration: {} });
  expect(warn).not.toHaveBeenCalled();
});

test('in production, another definition of a key throws', { tags: ['lib-key-unique'] }, () => {
  create();
  expect(() => create({ version: 2 })).toThrow(TuffetError);
});
