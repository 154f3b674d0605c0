import { createLocalStorage, useStorage } from '@tuffet/hooks';
import { expect, test } from 'vitest';
import { readPage, watchPage } from './page-entries.ts';

type Pot = { n: number };

test('protection is detected without a write', () => {
  const options = { storageModuleKey: 'protected-pot', initial: { n: 1 }, protect: true };
  const pot = createLocalStorage<Pot>(options);
  const isProtected = () => readPage([pot]).map((entry) => entry.isProtected);
  expect(isProtected()).toEqual([true]);
  pot.helper.cancelProtect();
  expect(isProtected()).toEqual([false]);
  expect(localStorage.getItem('protected-pot')).toBe('{"n":1}');
});

test('the listener is not called after the end', () => {
  localStorage.clear();
  const pot = createLocalStorage<Pot>({ storageModuleKey: 'pot', initial: { n: 1 } });
  const seen: unknown[] = [];
  const { stop } = watchPage([pot], ([entry]) => seen.push(entry?.text));
  useStorage(pot).n.set(2);
  stop();
  useStorage(pot).n.set(3);
  dispatchEvent(new StorageEvent('storage', { key: null }));
  expect(seen).toEqual(['{"n":1}', '{"n":2}']);
});
