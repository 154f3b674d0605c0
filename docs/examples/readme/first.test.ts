import { createLocalStorage, useStorage } from '@tuffet/hooks';
import { expect, test } from 'vitest';

test('stores a value', () => {
  type Settings = { theme: 'light' | 'dark'; nickname?: string };
  const settings = createLocalStorage<Settings>({
    storageModuleKey: 'first',
    initial: { theme: 'light' },
  });
  useStorage(settings).theme.set('dark');
  expect(localStorage.getItem('first')).toBe('{"theme":"dark"}');
});
