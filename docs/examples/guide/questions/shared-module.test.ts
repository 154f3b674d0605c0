import { useStorage, useStorageHelper } from '@tuffet/hooks';
import { beforeEach, expect, test } from 'vitest';
import { settings } from './settings';

beforeEach(() => {
  useStorageHelper(settings).initialize();
});

test('stores the theme', () => {
  useStorage(settings).theme.set('dark');
  expect(localStorage.getItem('settings')).toContain('"theme":"dark"');
});

test('starts from the initial values again', () => {
  expect(useStorage(settings).theme.get()).toBe('light');
});
