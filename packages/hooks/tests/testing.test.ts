import { type CreateStorageOptions, createLocalStorage, createSessionStorage } from '@tuffet/hooks';
import { fromKeys, keep } from '@tuffet/hooks/adopt';
import { expireAfter } from '@tuffet/hooks/expiry';
import {
  failWrites,
  openRelease,
  openTabs,
  recordEntries,
  resetModules,
} from '@tuffet/hooks/testing';
import { describe, expect, test, vi } from 'vitest';
import { resetStorage } from '../../core/tests/module.ts';

type Settings = { theme: string; size: number; nickname?: string };

resetStorage();

const define = (options: Partial<CreateStorageOptions<Settings>> = {}) =>
  createLocalStorage<Settings>({
    storageModuleKey: 'settings',
    initial: { theme: 'light', size: 16 },
    ...options,
  });

/** Opens a release, and returns what is plain data. */
async function open(
  entries: Record<string, string>,
  options?: Partial<CreateStorageOptions<Settings>>,
) {
  const { storage, reports, backups, ...rest } = await openRelease({
    entries,
    create: () => define(options),
  });
  expect(storage.get()).toEqual(rest.values);
  const codes = reports.map(({ code }) => code);
  return { ...rest, reports: codes, backups: backups.map(({ key, reason }) => [key, reason]) };
}

const NOTHING = { carriedOver: [], dropped: [], hidden: [], kept: [], backups: [], reports: [] };
const INITIAL = { theme: 'light', size: 16 };

describe('a release that is opened with the entries of a user', () => {
  test('carries over what is valid', async () => {
    const opened = await open({ settings: '{"theme":"dark","size":16}', other: '1' });
    expect(opened).toEqual({
      ...NOTHING,
      values: { theme: 'dark', size: 16 },
      carriedOver: ['theme', 'size'],
      kept: ['other'],
    });
  });

  test('starts from the initial values without entries', async () => {
    localStorage.setItem('settings', '{"theme":"dark"}');
    expect(await open({})).toEqual({ ...NOTHING, values: INITIAL });
  });

  test('reports what a migration carries over and drops', async () => {
    const migrations = {
      2: ({ colour, size }: Record<string, unknown>) => ({ theme: colour, size }),
    };
    const opened = await open(
      { settings: '{"colour":"dark","size":20,"old":1}' },
      { version: 2, migrations },
    );
    expect(opened).toEqual({
      ...NOTHING,
      values: { theme: 'dark', size: 20 },
      carriedOver: ['theme', 'size'],
      dropped: ['colour', 'old'],
    });
  });

  test('drops everything if the version is raised without a migration', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const opened = await open({ settings: '{"theme":"dark","size":20}' }, { version: 2 });
    expect(opened).toEqual({ ...NOTHING, values: INITIAL, dropped: ['theme', 'size'] });
  });

  test('drops nothing if a migration fails: the entry is kept as a backup', async () => {
    const migrations = {
      2: () => {
        throw new Error('mistake');
      },
    };
    const opened = await open({ settings: '{"theme":"dark"}' }, { version: 2, migrations });
    expect(opened).toEqual({
      ...NOTHING,
      values: INITIAL,
      kept: ['settings'],
      backups: [['settings', 'version']],
      reports: ['migration'],
    });
  });

  test('names properties that check hides', async () => {
    const check = ({ theme }: { theme?: unknown }) => (theme === 'sepia' ? 'theme' : undefined);
    const opened = await open({ settings: '{"theme":"sepia","size":20}' }, { check });
    expect(opened).toEqual({
      ...NOTHING,
      values: { theme: 'light', size: 20 },
      carriedOver: ['size'],
      hidden: ['theme'],
      reports: ['schema'],
    });
  });

  test('reports an entry that is not JSON', async () => {
    const opened = await open({ settings: 'broken' });
    expect(opened).toEqual({ ...NOTHING, values: INITIAL, reports: ['corrupt'] });
  });

  test('adopts entries of other code, and lists those that it keeps', async () => {
    const adopt = keep(fromKeys<Settings>({ theme: 'app-theme' }));
    const opened = await open({ 'app-theme': 'dark' }, { adopt });
    expect(opened).toEqual({
      ...NOTHING,
      values: { theme: 'dark', size: 16 },
      carriedOver: ['theme'],
      kept: ['app-theme'],
    });
  });

  test('does not list the times at which values expire', async () => {
    const time = Date.now() + 1000;
    const opened = await open(
      { settings: `{"theme":"dark","$expires.theme":${time}}` },
      { expiry: expireAfter<Settings>({ theme: 5000 }) },
    );
    expect(opened).toMatchObject({ carriedOver: ['theme'], dropped: [], hidden: [] });
  });

  test('calls the handler of the application, too, and collects later reports', async () => {
    const onError = vi.fn();
    const { storage, reports, values } = await openRelease({
      entries: { settings: 'broken' },
      create: async () => define({ onError }),
    });
    expect(values).toEqual(INITIAL);
    failWrites('denied');
    expect(storage.set({ theme: 'dark' })).toBe(false);
    expect(reports.map(({ code }) => code)).toEqual(['corrupt', 'denied']);
    expect(onError).toHaveBeenCalledTimes(2);
  });

  test('can be in session storage, and be opened several times in a row', async () => {
    for (const theme of ['dark', 'blue']) {
      const { values } = await openRelease({
        type: 'session',
        entries: { settings_v2: `{"theme":"${theme}"}` },
        create: () =>
          createSessionStorage<{ theme: string }>({
            storageModuleKey: 'settings',
            version: 3,
            initial: { theme: 'light' },
            migrations: { 3: (two) => two as { theme: string } },
          }),
      });
      expect(values).toEqual({ theme });
    }
  });
});

test('the entries of this release can be recorded for the next one', async () => {
  define().set({ theme: 'dark' });
  createSessionStorage<{ n: number }>({ storageModuleKey: 'n', initial: { n: 1 } });
  localStorage.setItem('another', 'x');
  const entries = recordEntries();
  expect(Object.keys(entries)).toEqual(['another', 'settings']);
  expect(recordEntries('session')).toEqual({ n: '{"n":1}' });
  expect((await open(JSON.parse(JSON.stringify(entries)))).carriedOver).toContain('theme');
});

describe('two releases in two tabs', () => {
  const isKnown =
    (...themes: string[]) =>
    (root: { theme?: unknown }) =>
      themes.includes(root.theme as string) ? undefined : 'unknown theme';

  test('show values that only one of them knows as the other one can', async () => {
    const { old, current, deliverEvents } = await openTabs({
      entries: { settings: '{"theme":"dark","size":20}' },
      old: () => define({ check: isKnown('light', 'dark') }),
      current: () => define({ check: isKnown('light', 'dark', 'sepia') }),
    });
    expect([old.carriedOver, current.carriedOver]).toEqual(Array(2).fill(['theme', 'size']));
    const seen: string[] = [];
    old.storage.subscribe(({ theme }) => seen.push(theme));
    current.storage.set({ theme: 'sepia' });
    deliverEvents();
    expect(old.values).toEqual({ theme: 'light', size: 20 });
    expect([seen, old.reports.map(({ code }) => code)]).toEqual([['dark', 'light'], ['schema']]);
    old.storage.set({ size: 21 });
    deliverEvents();
    expect(current.values).toEqual({ theme: 'sepia', size: 21 });
    expect(current.reports).toEqual([]);
  });

  test('report to the old one that the new one has migrated the entry', async () => {
    const { old, current, deliverEvents } = await openTabs({
      entries: { settings: '{"theme":"dark","size":20}' },
      old: () => define(),
      current: () => define({ version: 2, migrations: { 2: (one) => one as Settings } }),
    });
    deliverEvents();
    expect([old.values, old.reports.map(({ code }) => code)]).toEqual([
      { theme: 'dark', size: 20 },
      ['version'],
    ]);
    expect([old.storage.set({ size: 1 }), current.values.size]).toEqual([false, 20]);
  });

  test('leave nothing behind for the next test', async () => {
    const options = { entries: {}, old: () => define({ protect: true }), current: () => define() };
    await openTabs(options);
    await openTabs(options);
    resetModules();
    localStorage.setItem('settings', '{"theme":"dark"}');
    expect(define().get('theme')).toBe('dark');
  });
});
