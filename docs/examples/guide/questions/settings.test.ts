import { resetModules } from '@tuffet/core/testing';
import { createLocalStorage, useStorage } from '@tuffet/hooks';
import { beforeEach, expect, test } from 'vitest';

beforeEach(() => {
  resetModules(); // no key is taken, nothing is protected
  localStorage.clear();
});

const open = (theme: 'light' | 'dark') =>
  useStorage(
    createLocalStorage<{ theme: 'light' | 'dark' }>({
      storageModuleKey: 'settings',
      initial: { theme },
    }),
  );

test('a new reader gets the initial theme', () => {
  expect(open('light').theme.get()).toBe('light');
});

test('a stored theme comes before the initial one', () => {
  localStorage.setItem('settings', '{"theme":"light"}');
  expect(open('dark').theme.get()).toBe('light');
});
