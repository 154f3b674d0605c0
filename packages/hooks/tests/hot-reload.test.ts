import { rootOf } from '@tuffet/core/adapter';
import { resetModules } from '@tuffet/core/testing';
import {
  type CreateStorageOptions,
  createLocalStorage,
  TuffetError,
  useStorage,
} from '@tuffet/hooks';
import { storeOf } from '@tuffet/hooks/adapter';
import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { resetStorage, runIn } from '../../core/tests/module.ts';

type Settings = { theme: string; fontSize: number; nickname?: string };

const initial = { theme: 'light', fontSize: 16 };
let edits = 0;

/** Runs the file of the module for the first time, or again after an edit. */
const create = (options: Partial<CreateStorageOptions<Settings>> = {}) =>
  runIn(`http://localhost/src/settings.ts?t=${++edits}`, () =>
    createLocalStorage<Settings>({ storageModuleKey: 'settings', initial, ...options }),
  );

function watchConsole() {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  return { lines: () => warn.mock.calls.map(([line]) => String(line)) };
}

resetStorage();

describe('editing a definition while the page runs', () => {
  test('logs one warning that names the changes, and the new definition is used', () => {
    const { lines } = watchConsole();
    create({ version: 3 });
    const storage = create({ version: 3, initial: { ...initial, fontSize: 18 } });
    expect(lines()).toHaveLength(1);
    expect(lines()[0]).toContain('changed the definition of "settings": initial.fontSize.');
    expect(rootOf(storeOf(storage).getInitial())).toEqual({ theme: 'light', fontSize: 18 });
  });

  test('names every change once', () => {
    const { lines } = watchConsole();
    create().helper.clearModule();
    create({ protect: true, version: 2, initial: { theme: 'dark' } as never });
    expect(lines()[0]).toContain(': version, protect, initial.fontSize, initial.theme.');
    create({ protect: true, version: 2, initial: { theme: 'dark' } as never });
    expect(lines()).toHaveLength(1);
  });

  test('to one without protect releases the key', () => {
    watchConsole();
    create({ protect: true });
    expect(() => localStorage.setItem('settings', '{}')).toThrow(TuffetError);
    create();
    localStorage.setItem('settings', '{"theme":"dark","fontSize":1}');
    expect(useStorage(create()).theme.get()).toBe('dark');
  });

  test('to a higher version protects the new key and releases the old one', () => {
    watchConsole();
    const migrations = { 2: (one: object) => one as Settings };
    create({ protect: true });
    create({ protect: true, version: 2, migrations });
    localStorage.setItem('settings', '{}');
    expect(() => localStorage.removeItem('settings_v2')).toThrow(TuffetError);
  });

  test('keeps a protection that the helper enabled', () => {
    watchConsole();
    create().helper.protect();
    create({ initial: { ...initial, fontSize: 1 } });
    expect(() => localStorage.removeItem('settings')).toThrow(TuffetError);
  });
});

describe('raising the version before its migration is saved', () => {
  const old = '{"theme":"dark","fontSize":20,"nickname":"Ada"}';
  const migrations = { 2: (one: object) => ({ ...one, fontSize: 21 }) };
  const errors: TuffetError[] = [];
  const onError = (error: TuffetError) => void errors.push(error);

  beforeEach(() => {
    errors.length = 0;
    localStorage.setItem('settings', old);
    watchConsole();
    create({ onError });
  });

  test('keeps the entry, writes nothing and reports what to add', () => {
    const storage = create({ version: 2, onError });
    expect({ ...localStorage }).toEqual({ settings: old });
    expect(errors.map(({ code }) => code)).toEqual(['version']);
    expect(errors[0]?.hint).toContain('add migrations for 2.');
    expect(useStorage(storage).theme.get()).toBe('light');
  });

  test('keeps it even if the file is evaluated again before the migration exists', () => {
    create({ version: 2, onError });
    create({ version: 2, onError });
    expect({ ...localStorage }).toEqual({ settings: old });
  });

  test('the migration then finds the entry', () => {
    create({ version: 2, onError });
    const storage = create({ version: 2, migrations, onError });
    expect(Object.keys({ ...localStorage })).toEqual(['settings_v2']);
    expect(storage.get()).toEqual({ theme: 'dark', fontSize: 21, nickname: 'Ada' });
    expect(useStorage(storage).nickname.get()).toBe('Ada');
  });

  test('a component of the previous evaluation does not report a newer release', () => {
    const before = useStorage(create({ onError }));
    create({ version: 2, migrations, onError });
    before.theme.get();
    expect(errors).toEqual([]);
  });

  test('a page that loads with the raised version deletes it, as always', () => {
    resetModules();
    create({ version: 2, onError });
    expect(Object.keys({ ...localStorage })).toEqual(['settings_v2']);
  });
});

describe('the order of keys in initial', () => {
  const reorder = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reorder);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([name, part]) => [name, reorder(part)]),
    );
  };

  test('does not matter, at any depth', { tags: ['lib-one-definition'] }, () => {
    vi.stubEnv('NODE_ENV', 'production');
    const open = (given: object) =>
      createLocalStorage<Record<string, unknown>>({ storageModuleKey: 'any', initial: given });
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (given) => {
        resetModules();
        localStorage.clear();
        const first = open(given);
        expect(storeOf(open(reorder(given) as object))).toBe(storeOf(first));
      }),
    );
  });
});
