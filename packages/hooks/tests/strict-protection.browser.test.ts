import { resetModules } from '@tuffet/core/testing';
import { createLocalStorage } from '@tuffet/hooks';
import { afterEach, beforeEach, expect, test } from 'vitest';

type User = { name: string };

beforeEach(() => localStorage.clear());

// Protection must not outlive the test.
afterEach(resetModules);

const create = (options: { protect?: boolean | 'strict'; version?: number }) =>
  createLocalStorage<User>({ storageModuleKey: 'user', initial: { name: '' }, ...options });

test('protect: "strict" also blocks property writes', () => {
  create({ protect: 'strict' });
  expect(() => Object.assign(localStorage, { user: '{}' })).toThrow(/protected-key/);
});
