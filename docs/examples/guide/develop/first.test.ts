import { createLocalStorage, useStorage } from '@tuffet/hooks';
import { expect, test } from 'vitest';

test('stores a value', () => {
  const first = createLocalStorage<{ theme: string }>({
    storageModuleKey: 'first',
    initial: { theme: 'light' },
  });
  useStorage(first).theme.set('dark');
  expect(localStorage.getItem('first')).toBe('{"theme":"dark"}');
});
