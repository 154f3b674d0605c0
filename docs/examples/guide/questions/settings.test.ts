import { resetModules } from '@tuffet/core/testing';
import { createLocalStorage, useStorage } from '@tuffet/hooks';
import { beforeEach, expect, test } from 'vitest';

beforeEach(() => {
  resetModules(); // frees all keys and cancels protection
  localStorage.clear();
});

const open = (theme: 'light' | 'dark') =>
  useStorage(
    createLocalStorage<{ theme: 'light' | 'dark' }>({
      storageModuleKey: 'settings',
      initial: { theme },
    }),
  );

test('a new user gets the initial theme', () => {
  expect(open('light').theme.get()).toBe('light');
});

test('a stored theme wins over the initial one', () => {
  localStorage.setItem('settings', '{"theme":"light"}');
  expect(open('dark').theme.get()).toBe('light');
});
