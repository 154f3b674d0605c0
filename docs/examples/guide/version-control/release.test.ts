import { createLocalStorage } from '@tuffet/hooks';
import { openRelease } from '@tuffet/hooks/testing';
import { expect, test } from 'vitest';

type Settings = { colorMode: 'light' | 'dark' | 'system' };
const create = () =>
  createLocalStorage<Settings>({
    storageModuleKey: 'settings',
    initial: { colorMode: 'system' },
    version: 2,
    migrations: {
      2: (v1) => ({ colorMode: v1.theme === 'dark' ? 'dark' : 'light' }),
    },
  });

test('users of app 1.4 keep their theme', async () => {
  const entries = { settings: '{"theme":"dark"}' };
  const { values, dropped, reports } = await openRelease({ entries, create });
  expect(values).toEqual({ colorMode: 'dark' });
  expect(dropped).toEqual(['theme']); // renamed
  expect(reports).toEqual([]);
});
