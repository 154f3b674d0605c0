import { createLocalStorage } from '@tuffet/hooks';
import { openTabs } from '@tuffet/hooks/testing';
import { expect, test, vi } from 'vitest';
import entries from './app-1.4.json';

const createOldSettings = () =>
  createLocalStorage<{ theme: string; size: string }>({
    storageModuleKey: 'settings',
    initial: { theme: 'light', size: '16' },
  });

test('a tab with app 1.4 keeps its values, and reports that it is outdated', async () => {
  vi.resetModules();
  const { old, current, deliverEvents } = await openTabs({
    entries,
    old: createOldSettings,
    current: async () => (await import('./settings')).settings,
  });
  deliverEvents();
  expect(old.values).toEqual({ theme: 'dark', size: '20' });
  expect(old.reports.map(({ code }) => code)).toEqual(['version']);
  expect(old.storage.set({ theme: 'light' })).toBe(false);
  expect(current.values.theme).toBe('dark');
});
