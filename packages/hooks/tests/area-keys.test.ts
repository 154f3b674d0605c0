import { createLocalStorage } from '@tuffet/hooks';
import { expect, test, vi } from 'vitest';
import { resetStorage } from '../../core/tests/module.ts';

const MODULES = 100;
const FOREIGN_KEYS = 1000;

resetStorage();

const create = (key: string, version = 1) =>
  createLocalStorage<{ n: number }>({ storageModuleKey: key, version, initial: { n: 1 } });

test('modules that are created together list the keys of other code once', () => {
  for (let n = 0; n < FOREIGN_KEYS; n++) localStorage.setItem(`other ${n}`, '{}');
  const methods = ['key', 'getItem', 'setItem', 'removeItem'] as const;
  const spies = methods.map((name) => vi.spyOn(Storage.prototype, name));
  for (let n = 0; n < MODULES; n++) create(`module ${n}`);
  const [keys = 0, reads = 0, writes, removals] = spies.map(({ mock }) => mock.calls.length);
  expect(keys).toBe(FOREIGN_KEYS);
  expect(reads / MODULES).toBeLessThanOrEqual(8);
  expect([writes, removals]).toEqual([MODULES, 0]);
});

test('a module finds a newer version that another module of the same task stored', () => {
  create('first');
  localStorage.setItem('settings_v3', '{"n":3}');
  const codes: string[] = [];
  createLocalStorage<{ n: number }>({
    storageModuleKey: 'settings',
    initial: { n: 1 },
    onError: ({ code }) => codes.push(code),
  });
  expect(codes).toEqual(['version']);
});
