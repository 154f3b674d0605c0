import { resetModules } from '@tuffet/core/testing';
import { backupsOf } from '@tuffet/hooks/backups';
import { describe, expect, test, vi } from 'vitest';
import { resetStorage } from '../../core/tests/module.ts';
import { backups, keep, old, open, stored, type User } from './versions-setup.ts';

resetStorage();

describe('migrations', () => {
  test.each<[string, (one: object) => object]>([
    [
      'throws',
      () => {
        throw new Error('mistake');
      },
    ],
    ['gives nothing', () => undefined as never],
    ['gives null', () => null as never],
    ['gives a list', () => []],
    ['gives what JSON cannot hold', () => ({ name: 1n })],
    ['gives a function', (one) => ({ ...one, age: Date.now })],
    ['gives a symbol', (one) => ({ ...one, name: Symbol('name') })],
    ['gives a promise of a value', (one) => ({ ...one, name: Promise.resolve('x') })],
    ['gives NaN', (one) => ({ ...one, age: Number.NaN })],
    ['returns a promise', async (one) => one],
    ['returns a Map', () => new Map([['name', 'x']])],
    ['returns a Date', () => new Date(0)],
    ['returns an instance of a class', () => new (class User {})()],
    ['returns a string', () => 'name' as never],
  ])('that fail keep the old entry and write nothing until the first set: it %s', (_, migrate) => {
    localStorage.setItem('user', '{"name":"old"}');
    const { errors, storageModule } = open({ version: 2, migrations: { 2: migrate } as never });
    expect(errors.map(({ code, key }) => [code, key])).toEqual([['migration', 'user_v2']]);
    expect(stored()).toEqual({ user: '{"name":"old"}' });
    storageModule.setItem('age', 7);
    expect(stored()).toEqual({ user: '{"name":"old"}', user_v2: '{"name":"new","age":7}' });
  });

  test('that fail, and a write, keep the old entry for as long as it takes', () => {
    localStorage.setItem('user', old);
    open({ version: 2, migrations: { 2: () => null as never } }).items.age.set(7);
    for (const options of [
      { migrations: { 2: () => null as never } },
      { migrations: { 2: keep } },
      {},
    ]) {
      resetModules();
      const module = open({ version: 2, ...options });
      expect([module.codes, backups(module)]).toEqual([['version'], [['user', 'version']]]);
      expect(stored()).toEqual({ user: old, user_v2: '{"name":"new","age":7}' });
    }
  });

  test('that fail, and a write: a fixed migration can be applied to the old entry', () => {
    localStorage.setItem('user', old);
    open({ version: 2, migrations: { 2: () => null as never } }).items.age.set(7);
    resetModules();
    const module = open({ version: 2, migrations: { 2: keep } });
    expect(backupsOf(module).restore('user')).toBe(true);
    expect(module.get()).toEqual({ name: 'old' });
    expect(stored()).toEqual({ user_v2: old, user_v2__backup1: '{"name":"new","age":7}' });
  });

  test('that are added after a write of the new version, do not delete the old one', () => {
    localStorage.setItem('user', old);
    open({ version: 3 }).items.age.set(7);
    resetModules();
    const { codes } = open({ version: 3, migrations: { 2: keep, 3: keep } as never });
    expect([codes, stored()]).toEqual([
      ['version'],
      { user: old, user_v3: '{"name":"new","age":7}' },
    ]);
  });

  test('after a rollback: the writes of the old release are kept, reported and can be restored', () => {
    const migrations = { 2: (root: object) => ({ ...(root as User), age: 2 }) };
    localStorage.setItem('user', old);
    open({ version: 2, migrations }).items.name.set('two');
    resetModules();
    const before = open({});
    expect(before.codes).toEqual(['version']);
    before.items.name.set('written after the rollback');
    resetModules();
    const after = open({ version: 2, migrations });
    expect([after.codes, after.get('name')]).toEqual([['version'], 'two']);
    expect(backupsOf(after).list()).toEqual([
      { key: 'user', version: 1, reason: 'version', text: stored().user },
    ]);
    expect(backupsOf(after).restore('user')).toBe(true);
    expect(after.get()).toEqual({ name: 'written after the rollback', age: 2 });
  });

  test('whose result does not fit next to the old entry: it is kept, and each visit reports quota', () => {
    localStorage.setItem('user', old);
    const { setItem } = Storage.prototype;
    const mock = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (
      this: Storage,
      key,
      text,
    ) {
      if (key === 'user_v2') throw new DOMException('', 'QuotaExceededError');
      setItem.call(this, key, text);
    });
    const migrations = { 2: keep };
    for (let visit = 0; visit < 3; visit++) {
      resetModules();
      const { codes, items } = open({ version: 2, migrations });
      expect([codes, items.name.set('x')]).toEqual([['quota'], false]);
      expect(stored()).toEqual({ user: old });
    }
    mock.mockRestore();
    resetModules();
    expect(open({ version: 2, migrations }).get('name')).toBe('old');
    expect(stored()).toEqual({ user_v2: old });
  });

  test('that were interrupted before the old entry was deleted: the next visit deletes it', () => {
    localStorage.setItem('user', old);
    const remove = vi.spyOn(Storage.prototype, 'removeItem').mockReturnValue();
    open({ version: 2, migrations: { 2: keep } });
    expect(stored()).toEqual({ user: old, user_v2: old });
    remove.mockRestore();
    resetModules();
    expect(open({ version: 2, migrations: { 2: keep } }).codes).toEqual([]);
    expect(stored()).toEqual({ user_v2: old });
  });

  test('that were interrupted, and the old release wrote again: its entry is kept', () => {
    localStorage.setItem('user', old);
    const remove = vi.spyOn(Storage.prototype, 'removeItem').mockReturnValue();
    open({ version: 2, migrations: { 2: keep } });
    remove.mockRestore();
    resetModules();
    localStorage.setItem('user', '{"name":"older tab"}');
    expect(open({ version: 2, migrations: { 2: keep } }).codes).toEqual(['version']);
    expect(stored()).toEqual({ user: '{"name":"older tab"}', user_v2: old });
  });

  test('after a rollback: what the old release stored again is kept, although it was migrated before', () => {
    localStorage.setItem('user', old);
    open({ version: 2, migrations: { 2: () => ({ name: 'mistake' }) } });
    resetModules();
    open({}).items.name.set('old');
    expect(stored()).toEqual({ user: old, user_v2: '{"name":"mistake"}' });
    resetModules();
    const fixed = open({ version: 2, migrations: { 2: keep } });
    expect([fixed.codes, fixed.get('name')]).toEqual([['version'], 'mistake']);
    expect(backupsOf(fixed).restore('user')).toBe(true);
    expect(fixed.get('name')).toBe('old');
  });

  test('name the function and what it returned', () => {
    localStorage.setItem('user', '{"name":"old"}');
    const { errors } = open({ version: 2, migrations: { 2: (async () => ({})) as never } });
    expect(errors[0]?.hint).toBe(
      '"user" couldn\'t be migrated: TypeError: migrations[2] returned a Promise, not a plain object. The entry is unchanged. A fixed migration runs on the next visit, unless the module has been written to by then; after that, restore it with backupsOf from @tuffet/hooks/backups.',
    );
  });

  test('fail at the first step that does not return a plain object', () => {
    localStorage.setItem('user', '{"name":"old"}');
    const last = vi.fn((root: object) => ({ ...root }));
    const { codes } = open({ version: 3, migrations: { 2: () => [] as never, 3: last } });
    expect(codes).toEqual(['migration']);
    expect(last).not.toHaveBeenCalled();
  });

  test('whose result check rejects fail as a migration, and keep the old entry', () => {
    localStorage.setItem('user', '{"name":"old"}');
    const { errors, items } = open({
      version: 2,
      migrations: { 2: () => ({ name: '' }) },
      check: ({ name }) => (name ? undefined : 'name is empty'),
    });
    expect(errors.map(({ code }) => code)).toEqual(['migration']);
    expect(errors[0]?.hint).toContain('check rejected the result: name is empty');
    expect(stored()).toEqual({ user: '{"name":"old"}' });
    expect(items.name.get()).toBe('new');
  });

  test('never run on an entry that is not an object', () => {
    localStorage.setItem('user', '5');
    const migrate = vi.fn((root: object) => ({ ...root }));
    const { errors } = open({ version: 2, migrations: { 2: migrate } });
    expect(errors[0]?.hint).toContain('the entry is 5, not a plain object');
    expect(migrate).not.toHaveBeenCalled();
  });
});
