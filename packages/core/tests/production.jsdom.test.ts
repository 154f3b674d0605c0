import { StorageModule } from '@tuffet/core';
import { resetModules } from '@tuffet/core/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  resetModules();
  localStorage.clear();
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

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
