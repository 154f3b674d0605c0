import { createLocalStorage } from '@tuffet/hooks';
import {
  failWrites,
  type OpenedRelease,
  type OpenedTabs,
  openRelease,
  openTabs,
  recordEntries,
  resetModules,
  type StoredEntries,
} from '@tuffet/hooks/testing';
import { beforeEach, expect, test } from 'vitest';

type Draft = { title: string };
const open = (version: number) =>
  createLocalStorage<Draft>({
    storageModuleKey: 'draft',
    initial: { title: '' },
    version,
    ...(version > 1 && {
      migrations: { 2: ({ title }) => ({ title: String(title) }) },
    }),
  });

beforeEach(() => {
  resetModules();
  localStorage.clear();
});

test('a full storage keeps the recorded title', async () => {
  open(1).set({ title: 'Hello' });
  const entries: StoredEntries = recordEntries();
  const release: OpenedRelease<Draft> = await openRelease({
    entries,
    create: () => open(2),
  });
  const restore = failWrites('quota');
  expect(release.storage.set({ title: 'Bye' })).toBe(false);
  restore();
  expect(release.values).toEqual({ title: 'Hello' });
  expect(release.reports[0]?.code).toBe('quota');
});

test('an open page of the old release stops saving', async () => {
  const tabs: OpenedTabs<Draft, Draft> = await openTabs({
    entries: { draft: '{"title":"Hello"}' },
    old: () => open(1),
    current: () => open(2),
  });
  tabs.deliverEvents();
  expect(tabs.old.storage.set({ title: 'Bye' })).toBe(false);
  expect(tabs.current.values).toEqual({ title: 'Hello' });
});
