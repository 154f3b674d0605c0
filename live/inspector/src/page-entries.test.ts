import { createLocalStorage, createSessionStorage, useStorage } from '@tuffet/hooks';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Entry } from './entry.ts';
import { readPage, watchPage } from './page-entries.ts';

type Pot = { n: number };
let count = 0;
/** Keys are unique on a page, and all tests share one. */
const newKey = (): string => `pot-${count++}`;
const stops: (() => void)[] = [];

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

afterEach(() => {
  for (const stop of stops.splice(0)) {
    stop();
  }
});

function watch(storages: Parameters<typeof watchPage>[0]) {
  const seen: Entry[][] = [];
  const watched = watchPage(storages, (entries) => seen.push(entries));
  stops.push(watched.stop);
  return { seen, ...watched };
}

test('the entries of both storages are read, with those that belong to no module', () => {
  const key = newKey();
  const local = createLocalStorage<Pot>({ storageModuleKey: key, initial: { n: 1 }, version: 3 });
  const session = createSessionStorage<Pot>({ storageModuleKey: key, initial: { n: 2 } });
  localStorage.setItem('raw', 'text');
  expect(readPage([local, session])).toEqual([
    { key: `${key}_v3`, storage: 'local', text: '{"n":1}', version: 3, isProtected: false },
    { key: 'raw', storage: 'local', text: 'text', isProtected: false },
    { key, storage: 'session', text: '{"n":2}', version: 1, isProtected: false },
  ]);
});

test('protection is seen as it is now, and asking for it writes nothing', () => {
  const key = newKey();
  const pot = createLocalStorage<Pot>({ storageModuleKey: key, initial: { n: 1 }, protect: true });
  const isProtected = () => readPage([pot]).map((entry) => entry.isProtected);
  expect(isProtected()).toEqual([true]);
  pot.helper.cancelProtect();
  expect(isProtected()).toEqual([false]);
  expect(localStorage.getItem(key)).toBe('{"n":1}');
});

test('every change through a module is told', () => {
  const pot = createLocalStorage<Pot>({ storageModuleKey: newKey(), initial: { n: 1 } });
  const { seen } = watch([pot]);
  useStorage(pot).n.set(2);
  expect(seen.map(([entry]) => entry?.text)).toEqual(['{"n":1}', '{"n":2}']);
});

test('a change of another tab is told, also where no module is concerned', () => {
  const { seen } = watch([]);
  localStorage.setItem('raw', 'x');
  dispatchEvent(new StorageEvent('storage', { key: 'raw' }));
  expect(seen.at(-1)?.map(({ key }) => key)).toEqual(['raw']);
});

test('a raw write of this page is seen when somebody says so', () => {
  const { seen, refresh } = watch([]);
  sessionStorage.setItem('raw', 'x');
  expect(seen).toHaveLength(1);
  refresh();
  expect(seen.at(-1)).toHaveLength(1);
});

test('nothing is told after the end', () => {
  const pot = createLocalStorage<Pot>({ storageModuleKey: newKey(), initial: { n: 1 } });
  const { seen, stop } = watch([pot]);
  stop();
  useStorage(pot).n.set(2);
  dispatchEvent(new StorageEvent('storage', { key: null }));
  expect(seen).toHaveLength(1);
});

test('a module that lives in memory is shown as such', () => {
  const pot = {
    helper: {
      getStorageKey: () => 'pot_v2',
      getStorageType: () => 'local' as const,
      isPersistent: () => false,
      getModule: () => ({ n: 1 }),
    },
    storageModule: { store: { subscribe: () => () => {} } },
  };
  expect(readPage([pot])).toEqual([
    { key: 'pot_v2', storage: 'memory', text: '{"n":1}', version: 2, isProtected: false },
  ]);
});
