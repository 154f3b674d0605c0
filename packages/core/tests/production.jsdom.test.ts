import { StorageModule } from '@tuffet/core';
import { expect, test, vi } from 'vitest';
import { claimKey } from '../src/adapter.ts';
import { errorOf, resetStorage, runIn } from './module.ts';

resetStorage();

function readItems() {
  const cart = new StorageModule<{ items: string[] }>('cart', 'local');
  cart.setItem('items', ['tea']);
  return cart.getItem('items');
}

test('in production, values are not frozen', () => {
  vi.stubEnv('NODE_ENV', 'production');
  expect(Object.isFrozen(readItems())).toBe(false);
});

test('a page without a bundler counts as production', () => {
  vi.stubGlobal('process', undefined);
  const items = readItems();
  vi.unstubAllGlobals();
  expect(Object.isFrozen(items)).toBe(false);
});

const LINK = 'https://tuffet.example/guide/other/questions-and-answers.html#error-';

test('in production, an error has its code, key and link, and no hint', () => {
  vi.stubEnv('NODE_ENV', 'production');
  const error = errorOf(() => new StorageModule('cart', 'cookie' as never));
  expect(error).toMatchObject({ code: 'invalid-options', key: 'cart', hint: '' });
  expect(error?.message).toBe(`[tuffet] invalid-options "cart": ${LINK}invalid-options`);
});

test('in production, nothing is logged if clear leaves protected entries', () => {
  vi.stubEnv('NODE_ENV', 'production');
  const warn = vi.spyOn(console, 'warn');
  const cart = new StorageModule<{ items: string[] }>('cart', 'local');
  cart.getHelper().protect();
  cart.setItem('items', ['tea']);
  localStorage.clear();
  expect([localStorage.length, warn.mock.calls]).toEqual([1, []]);
});

test('in production, a file that runs again cannot change a definition', () => {
  vi.stubEnv('NODE_ENV', 'production');
  const claimAt = (address: string, definition: string) =>
    runIn(address, () => claimKey('local', 'cart', definition));
  claimAt('http://localhost/cart.ts', 'one');
  const again = errorOf(() => claimAt('http://localhost/cart.ts?t=1', 'two'));
  expect(again?.code).toBe('duplicate-key');
});
