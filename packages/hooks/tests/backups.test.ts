import { StorageModule } from '@tuffet/core';
import { resetModules } from '@tuffet/core/testing';
import { createSessionStorage, useStorageHelper } from '@tuffet/hooks';
import { backupsOf, erase } from '@tuffet/hooks/backups';
import { createConsent } from '@tuffet/hooks/consent';
import { expireAfter } from '@tuffet/hooks/expiry';
import { richJson, withSerializer } from '@tuffet/hooks/serializer';
import { describe, expect, test, vi } from 'vitest';
import { resetStorage } from '../../core/tests/module.ts';
import { initial, OTHERS, open, put, type Settings, texts } from './backups-setup.ts';

resetStorage();

const migrations = { 2: ({ theme }: { theme?: unknown }) => ({ theme: `${theme} 2`, size: 2 }) };

describe('list', () => {
  test('returns backups of all versions and entries of older ones, with reasons', () => {
    const entry = '{"theme":"dark","size":1}';
    put({ settings: entry, settings_v2: entry, settings_v3: entry, settings_v4: entry });
    put({ settings__corrupt: 'a', settings__backup2: 'b', settings_v3__backup1: 'c' });
    put({ settings_v4__backup8: 'd' });
    for (const key of OTHERS) localStorage.setItem(key, entry);
    expect(open({ version: 3 }).backups.list()).toEqual([
      { key: 'settings', version: 1, text: entry, reason: 'version' },
      { key: 'settings__backup2', version: 1, text: 'b', reason: 'corrupt' },
      { key: 'settings__corrupt', version: 1, text: 'a', reason: 'corrupt' },
      { key: 'settings_v2', version: 2, text: entry, reason: 'version' },
      { key: 'settings_v3__backup1', version: 3, text: 'c', reason: 'corrupt' },
      { key: 'settings_v4__backup8', version: 4, text: 'd', reason: 'corrupt' },
    ]);
  });

  test('returns nothing for a new module', () => {
    expect(open().backups.list()).toEqual([]);
  });

  test('works for modules without versions: a similar key is another module', () => {
    put({ plain: '{}', plain_v2: '{}', plain__backup1: 'a', plain_v2__backup1: 'b' });
    const [one, two] = ['plain', 'plain_v2'].map((key) => new StorageModule(key, 'local'));
    expect(backupsOf(one as never).list()).toMatchObject([{ key: 'plain__backup1', text: 'a' }]);
    expect(backupsOf(two as never).list()).toMatchObject([{ key: 'plain_v2__backup1', text: 'b' }]);
  });

  test('finds the backup that the first write over a corrupted entry saves', () => {
    put({ settings: 'corrupt' });
    const { set, backups } = open();
    expect(backups.list()).toEqual([]);
    set({ theme: 'dark' });
    const backup = { key: 'settings__backup1', version: 1, text: 'corrupt', reason: 'corrupt' };
    expect(backups.list()).toEqual([backup]);
  });

  test('reads the storage of the module', () => {
    sessionStorage.setItem('settings__backup1', '{"theme":"dark"}');
    const module = createSessionStorage<Settings>({ storageModuleKey: 'settings', initial });
    expect(open().backups.list()).toEqual([]);
    expect(backupsOf(module).list()).toHaveLength(1);
    expect(backupsOf(module).restore('settings__backup1')).toBe(true);
    expect([module.get('theme'), localStorage.getItem('settings')]).toEqual([
      'dark',
      '{"theme":"light","size":12}',
    ]);
  });
});

describe('restore', () => {
  test('swaps the entry and the backup, and subscribers are notified', () => {
    put({ settings: '{"theme":"dark","size":1}', settings__backup3: '{"theme":"blue","size":2}' });
    const { backups, get, subscribe } = open();
    const listener = vi.fn();
    subscribe(listener);
    listener.mockClear();
    expect(backups.restore('settings__backup3')).toBe(true);
    expect(get()).toEqual({ theme: 'blue', size: 2 });
    expect(listener.mock.calls).toEqual([[{ theme: 'blue', size: 2 }]]);
    expect(texts()).toEqual({
      settings: '{"theme":"blue","size":2}',
      settings__backup1: '{"theme":"dark","size":1}',
    });
  });

  test('twice returns to the start', () => {
    const start = { settings: '{"theme":"dark"}', settings__backup1: '{"theme":"blue","old":1}' };
    put(start);
    const { backups } = open({ storeInitial: false });
    for (let i = 0; i < 2; i++) backups.restore(backups.list()[0]?.key as string);
    expect(Object.values(texts()).sort()).toEqual(Object.values(start).sort());
  });

  test('migrates an older version, and the current entry becomes a backup', () => {
    put({ settings: '{"theme":"dark"}', settings_v2: '{"theme":"blue","size":3}' });
    const { backups, get } = open({ version: 2, migrations });
    expect(backups.restore('settings')).toBe(true);
    expect(get()).toEqual({ theme: 'dark 2', size: 2 });
    expect(texts()).toEqual({
      settings_v2: '{"theme":"dark 2","size":2}',
      settings_v2__backup1: '{"theme":"blue","size":3}',
    });
    resetModules();
    expect(open({ version: 2, migrations }).errors).toEqual([]);
  });

  test('works if there is no current entry', () => {
    put({ settings__backup1: '{"theme":"blue"}' });
    const { backups, get, helper } = open({ storeInitial: false });
    expect([helper.getExistence(), backups.restore('settings__backup1')]).toEqual([false, true]);
    expect([get('theme'), texts()]).toEqual(['blue', { settings: '{"theme":"blue"}' }]);
  });

  test('saves a corrupted entry as a backup', () => {
    put({ settings: 'corrupt', settings__backup1: '{"theme":"blue"}' });
    const { backups, get } = open();
    expect(backups.restore('settings__backup1')).toBe(true);
    expect([get('theme'), texts()]).toEqual([
      'blue',
      { settings: '{"theme":"blue"}', settings__backup2: 'corrupt' },
    ]);
  });

  test('keeps properties that check rejects', () => {
    put({ settings__backup1: '{"theme":5,"size":3}' });
    const check = ({ theme }: { theme?: unknown }) =>
      typeof theme === 'string' ? undefined : 'theme must be a string';
    const { backups, get, set } = open({ check });
    expect(backups.restore('settings__backup1')).toBe(true);
    expect(get()).toEqual({ theme: 'light', size: 3 });
    set({ size: 4 });
    expect(texts().settings).toBe('{"theme":5,"size":4}');
  });

  test('works with another serializer', () => {
    type Log = { days: Set<number> };
    const create = () =>
      withSerializer(richJson).createLocalStorage<Log>({
        storageModuleKey: 'log',
        initial: { days: new Set() },
        version: 2,
        migrations: { 2: ({ days }) => ({ days: new Set([...(days as Set<number>), 2]) }) },
      });
    put({ log: richJson.stringify({ days: new Set([1]) }), log_v2: '{}' });
    const log = create();
    expect(backupsOf(log).restore('log')).toBe(true);
    expect(log.get('days')).toEqual(new Set([1, 2]));
  });

  test('starts the age of values that expire', () => {
    put({ settings: '{"theme":"dark","token":"t"}', settings_v2: '{}' });
    const keep = { 2: (root: object) => root as Settings };
    const { backups, get } = open({
      version: 2,
      migrations: keep,
      expiry: expireAfter({ token: 1e6 }),
    });
    expect([backups.restore('settings'), get('token')]).toEqual([true, 't']);
  });

  test('works on a protected module', () => {
    put({ settings__backup1: '{"theme":"blue"}' });
    const { backups, get } = open({ protect: 'strict' });
    expect([backups.restore('settings__backup1'), get('theme')]).toEqual([true, 'blue']);
    expect(() => localStorage.setItem('settings', '{}')).toThrow('protected-key');
  });

  test.each<[string, string, object]>([
    ['a text that is not JSON', 'corrupt', {}],
    ['a text that is not an object', '[1]', {}],
    ['an entry of another library', '{"state":{},"version":0}', {}],
    ['an older version without migrations', '{"theme":"dark"}', { version: 2 }],
    [
      'an older version whose migration fails',
      '{"theme":"dark"}',
      {
        version: 2,
        migrations: {
          2: () => {
            throw new Error('a bug');
          },
        },
      },
    ],
  ])('refuses %s, reports it, and changes nothing', (_, text, options) => {
    const isOld = 'version' in options;
    const key = isOld ? 'settings' : 'settings__backup1';
    put({ [isOld ? 'settings_v2' : 'settings']: '{"theme":"now","size":1}', [key]: text });
    const { backups, errors } = open(options);
    const before = texts();
    expect(backups.restore(key)).toBe(false);
    expect(errors.map(({ code, raw }) => [code, raw])).toEqual([['migration', text]]);
    expect(texts()).toEqual(before);
  });

  test('refuses the backup of a newer version', () => {
    put({ settings_v3__backup1: '{"theme":"dark"}' });
    const { backups, errors } = open({ version: 2 });
    expect(backups.restore('settings_v3__backup1')).toBe(false);
    expect(errors.map(({ code }) => code)).toEqual(['migration']);
  });

  test.each(['settings', 'settings_v3', 'settings__backup2', 'settings2', 'nothing'])(
    'refuses what is no backup of the module: %s',
    (key) => {
      put({ settings: '{}', settings_v3: '{}', settings2: '{}', settings__backup1: '{}' });
      const { backups, errors } = open();
      const before = texts();
      expect([backups.restore(key), backups.remove(key), errors]).toEqual([false, false, []]);
      expect(texts()).toEqual(before);
    },
  );

  test('refuses if there is no room for another backup', () => {
    const slots = Array.from({ length: 8 }, (_, i) => [
      `settings__backup${i + 1}`,
      `{"size":${i}}`,
    ]);
    put({ settings: '{"theme":"now","size":1}', ...Object.fromEntries(slots) });
    const { backups, errors } = open();
    const before = texts();
    expect(backups.restore('settings__backup5')).toBe(false);
    expect(errors.map(({ code }) => code)).toEqual(['quota']);
    expect(texts()).toEqual(before);
    backups.remove('settings__backup2');
    expect(backups.restore('settings__backup5')).toBe(true);
  });

  test.each([1, 2])('reports quota and changes nothing if write %i does not fit', (failing) => {
    let writes = -Infinity;
    const { setItem } = Storage.prototype;
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, ...args) {
      if (++writes === failing) throw new DOMException('', 'QuotaExceededError');
      setItem.apply(this, args);
    });
    put({ settings: '{"theme":"now","size":1}', settings__backup1: '{"theme":"blue"}' });
    const { backups, errors, get } = open();
    const before = texts();
    writes = 0;
    expect(backups.restore('settings__backup1')).toBe(false);
    expect(errors.map(({ code }) => code)).toEqual(['quota']);
    expect([texts(), get('theme')]).toEqual([before, 'now']);
    expect(backups.restore('settings__backup1')).toBe(true);
  });
});

test('a restoration that the browser blocks is reported as denied', () => {
  let isBlocked = false;
  const { setItem } = Storage.prototype;
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, ...args) {
    if (isBlocked) throw new DOMException('', 'SecurityError');
    setItem.apply(this, args);
  });
  put({ settings: '{"theme":"now","size":1}', settings__backup1: '{"theme":"blue"}' });
  const { backups, errors } = open();
  const before = texts();
  isBlocked = true;
  expect(backups.restore('settings__backup1')).toBe(false);
  expect([errors.map(({ code }) => code), texts()]).toEqual([['denied'], before]);
});

describe('remove', () => {
  test('deletes one backup', () => {
    put({ settings__backup1: 'a', settings__backup2: 'b' });
    const { backups } = open();
    expect([backups.remove('settings__backup1'), backups.remove('settings__backup1')]).toEqual([
      true,
      false,
    ]);
    expect(backups.list().map(({ key }) => key)).toEqual(['settings__backup2']);
  });

  test('deletes an older version, which is then no longer reported', () => {
    put({ settings: '{}', settings_v2: '{}' });
    expect(open({ version: 2, migrations }).backups.remove('settings')).toBe(true);
    resetModules();
    const codes: string[] = [];
    open({ version: 2, migrations, onError: ({ code }) => void codes.push(code) });
    expect(codes).toEqual([]);
  });
});

describe('backups are deleted', () => {
  test.each<[string, (module: ReturnType<typeof open>) => unknown]>([
    ['initialize', ({ module }) => useStorageHelper(module).initialize()],
    ['clearModule', ({ helper }) => helper.clearModule()],
  ])('by %s', (_, call) => {
    put({ settings: '{}', settings__corrupt: 'a', settings__backup1: 'b', settings__backup8: 'c' });
    const module = open();
    call(module);
    expect(module.backups.list()).toEqual([]);
  });

  test.each<[string, (module: ReturnType<typeof open>) => unknown]>([
    ['set', ({ set }) => set({ theme: 'dark' })],
    ['clear', ({ storageModule }) => storageModule.clear()],
    ['setModule', ({ helper }) => helper.setModule(initial)],
    ['a read', ({ get }) => get()],
  ])('not by %s', (_, call) => {
    put({ settings: '{}', settings__backup1: 'b' });
    const module = open();
    call(module);
    expect(module.backups.list()).toHaveLength(1);
  });
});

describe('a module in memory', () => {
  const block = () =>
    vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('', 'SecurityError');
    });

  test('has no backups, and can be erased', () => {
    block();
    const { module, backups, set, get } = open();
    set({ theme: 'dark' });
    expect([backups.list(), backups.restore('settings'), backups.remove('settings')]).toEqual([
      [],
      false,
      false,
    ]);
    erase(module);
    expect(get()).toEqual(initial);
  });

  test('before the user decides, lists nothing that an earlier consent stored', () => {
    put({ settings__backup1: '{"theme":"dark"}' });
    const { backups } = open({ consent: createConsent() });
    expect([backups.list(), backups.restore('settings__backup1')]).toEqual([[], false]);
  });
});

test('storage that fails is reported: nothing is listed, restored, removed or erased', () => {
  put({ settings: 'broken', settings__backup1: 'a' });
  const { backups, module, errors } = open();
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('no', 'SecurityError');
  });
  const [key] = ['settings__backup1'] as const;
  expect([backups.list(), backups.restore(key), backups.remove(key)]).toEqual([[], false, false]);
  expect(erase(module)).toBe(false);
  expect(errors.map(({ code }) => code)).toContain('denied');
});
