import { createLocalStorage } from '@tuffet/hooks';
import { recordEntries, resetModules } from '@tuffet/hooks/testing';
import { beforeEach, expect, test } from 'vitest';

beforeEach(() => {
  resetModules();
  localStorage.clear();
});

test('records what this release stores', () => {
  const settings = createLocalStorage<{ theme: string; size: string }>({
    storageModuleKey: 'settings',
    initial: { theme: 'light', size: '16' },
  });
  settings.set({ theme: 'dark', size: '20' });
  const { settings: text = '' } = recordEntries();
  expect(JSON.parse(text)).toEqual({ theme: 'dark', size: '20' });
});
