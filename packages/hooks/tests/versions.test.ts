import { resetModules } from '@tuffet/core/testing';
import type { Migrations } from '@tuffet/hooks';
import { describe, expect, test, vi } from 'vitest';
import { resetStorage } from '../../core/tests/module.ts';
import { storedKeyOf } from '../src/versions.ts';
import {
  backups,
  fresh,
  grow,
  keep,
  old,
  open,
  stored,
  type UserOptions,
} from './versions-setup.ts';

resetStorage();

type Entries = Record<string, string>;
type Case = [string, Entries, UserOptions, Entries, string[]?];

test.each<Case>([
  ['the version before is deleted', { user: old }, { version: 2 }, { user_v2: fresh }],
  [
    'after a leap, the version that preVersion names is deleted',
    { user: old },
    { version: 3, preVersion: 1 },
    { user_v3: fresh },
  ],
  ['after a leap, others are kept', { user: old }, { version: 3 }, { user: old }, ['version']],
  [
    'entries before the previous version are kept',
    { user: old, user_v2: old },
    { version: 3 },
    { user: old },
    ['version'],
  ],
  [
    'a later version than preVersion is kept',
    { user: old, user_v2: old, user_v3: old },
    { version: 5, preVersion: 2 },
    { user: old, user_v3: old },
    ['version'],
  ],
  [
    'the current version wins over older ones',
    { user: old, user_v2: '{"name":"current"}' },
    { version: 2, migrations: { 2: () => ({ name: 'migrated' }) } },
    { user: old, user_v2: '{"name":"current"}' },
    ['version'],
  ],
  [
    'a text that is no entry is kept, although it is under the previous key',
    { user: 'Ada' },
    { version: 2 },
    { user: 'Ada' },
    ['version'],
  ],
  [
    'an entry of another library is kept, although it is under the previous key',
    { user: '{"state":{"name":"Ada"},"version":0}' },
    { version: 2 },
    { user: '{"state":{"name":"Ada"},"version":0}' },
    ['version'],
  ],
  [
    'an entry of another library is not migrated',
    { user: '{"state":{"name":"Ada"},"version":0}' },
    { version: 2, migrations: { 2: grow } },
    { user: '{"state":{"name":"Ada"},"version":0}' },
    ['migration'],
  ],
  [
    'similar names are other modules',
    { user2: old, user_v: old, users_v1: old, user_v01: old },
    { version: 2 },
    { user2: old, user_v: old, users_v1: old, user_v01: old, user_v2: fresh },
  ],
  [
    'a newer version is kept',
    { user_v3: old },
    { version: 2 },
    { user_v2: fresh, user_v3: old },
    ['version'],
  ],
  [
    'a migration receives the previous values',
    { user: old },
    { version: 2, migrations: { 2: grow } },
    { user_v2: '{"name":"old","age":1}' },
  ],
  [
    'migrations run in order',
    { user: '{"name":"old","age":1}' },
    { version: 3, migrations: { 2: grow, 3: (two) => ({ ...two, age: Number(two.age) * 10 }) } },
    { user_v3: '{"name":"old","age":20}' },
  ],
  [
    'migrations start from the newest older version',
    { user: old, user_v2: '{"name":"two","age":5}' },
    { version: 3, preVersion: 1, migrations: { 2: grow, 3: grow } },
    { user: old, user_v3: '{"name":"two","age":6}' },
    ['version'],
  ],
  [
    'migrations start from preVersion if numbers were skipped',
    { user: old },
    { version: 5, preVersion: 1, migrations: { 5: grow } },
    { user_v5: '{"name":"old","age":1}' },
  ],
  [
    'migrations that start above the stored version do not cover it',
    { user: old },
    { version: 3, migrations: { 3: grow } },
    { user: old },
    ['version'],
  ],
  [
    'properties that a migration omits have their initial values',
    { user: '{"age":3}' },
    { version: 2, migrations: { 2: keep } },
    { user_v2: '{"name":"new","age":3}' },
  ],
  [
    'a migration keeps the backup of a corrupted entry',
    { user: old, user_v2__corrupt: '{' },
    { version: 2, migrations: { 2: keep } },
    { user_v2: old, user_v2__corrupt: '{' },
  ],
  [
    'a corrupted entry is not migrated',
    { user: '{"name":' },
    { version: 2, migrations: { 2: grow } },
    { user: '{"name":' },
    ['migration'],
  ],
])(
  'opening a release: %s',
  {
    tags: [
      'lib-version-previous-deleted',
      'lib-version-key',
      'lib-version-leap',
      'lib-version-leap-needs-pre-version',
      'defect-skipped-release',
      'defect-downgrade',
    ],
  },
  (_, before, options, after, codes = []) => {
    vi.spyOn(console, 'warn').mockReturnValue();
    Object.assign(localStorage, before);
    const opened = open(options);
    expect([stored(), opened.codes]).toEqual([after, codes]);
    const current = after[storedKeyOf('user', options.version ?? 1)] ?? fresh;
    expect(opened.items.name.get()).toBe(JSON.parse(current).name);
  },
);

describe('raising the version', () => {
  test('reports a newer version with both numbers', () => {
    localStorage.setItem('user_v3', old);
    expect(open({ version: 2 }).errors[0]?.hint).toBe(
      'A newer release stored version 3. That entry is unchanged; this release uses version 2.',
    );
  });

  test('without a migration writes nothing until the first set', () => {
    localStorage.setItem('user', '{"name":"old"}');
    const { items } = open({ version: 3 });
    expect(items.age.set(7)).toBe(true);
    expect(stored()).toEqual({ user: '{"name":"old"}', user_v3: '{"name":"new","age":7}' });
  });

  test.each<[string, Migrations, number[]]>([
    ['no migrations', {}, [2, 3, 4]],
    ['migrations from a later version', { 4: (root) => root }, [2, 3]],
  ])('with %s reports what to add, and adding it keeps the values', (_, migrations, missing) => {
    localStorage.setItem('user', '{"name":"old"}');
    const given = Object.keys(migrations).length ? { migrations } : {};
    const hint = open({ version: 4, ...given }).errors[0]?.hint ?? '';
    const steps = /add migrations for ([\d, ]+)\./.exec(hint)?.[1]?.split(', ').map(Number);
    expect(steps).toEqual(missing);
    resetModules();
    const added = Object.fromEntries((steps ?? []).map((step) => [step, (root: object) => root]));
    const { codes } = open({ version: 4, migrations: { ...migrations, ...added } as never });
    expect(codes).toEqual([]);
    expect(stored()).toEqual({ user_v4: '{"name":"old"}' });
  });

  test('says how to use or delete an older entry if the current one is stored too', () => {
    localStorage.setItem('user', old);
    localStorage.setItem('user_v3', '{"name":"current"}');
    const module = open({ version: 3 });
    expect(module.errors.map(({ hint }) => hint)).toEqual([
      'Version 1 is stored, but version 3 existed before it could be migrated. It is unchanged and not used. To use or delete it, see backupsOf in @tuffet/hooks/backups.',
    ]);
    expect(Object.keys(stored())).toEqual(['user', 'user_v3']);
    expect(backups(module)).toEqual([['user', 'version']]);
  });

  test('suggests preVersion if the numbers are far apart', () => {
    localStorage.setItem('user', old);
    const [error] = open({ version: 20260101 }).errors;
    expect(error?.hint).toContain('add migrations for 20260101, and preVersion: 1.');
  });

  test('says that a text under an older key is no entry', () => {
    localStorage.setItem('user', 'Ada');
    const [error] = open({ version: 2 }).errors;
    expect(error?.hint).toContain("Version 1 is stored, but it isn't an entry of this library.");
  });

  test('logs which properties are deleted, in development', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    localStorage.setItem('user', '{"name":"old","age":7}');
    expect(open({ version: 2 }).codes).toEqual([]);
    expect(warn.mock.calls).toEqual([
      [
        '[tuffet] "user": Version 1 was deleted, because the version was raised without migrations. Deleted properties: name, age.',
      ],
    ]);
  });

  test('keeps an entry without a migration at every later load, until there is one', () => {
    localStorage.setItem('user', '{"name":"old"}');
    for (let load = 0; load < 3; load += 1) {
      expect(open({ version: 3 }).codes).toEqual(['version']);
      expect(localStorage.getItem('user')).toBe('{"name":"old"}');
      resetModules();
    }
    expect(open({ version: 3, preVersion: 1 }).codes).toEqual([]);
    expect(stored()).toEqual({ user_v3: '{"name":"new"}' });
  });
});
