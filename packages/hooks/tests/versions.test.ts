import { resetModules } from '@tuffet/core/testing';
import {
  type CreateStorageOptions,
  createLocalStorage,
  type Migrations,
  type TuffetError,
  useStorage,
} from '@tuffet/hooks';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { resetStorage } from '../../core/tests/module.ts';
import { planUpgrade, storedKeyOf, type UpgradePlan, versionsAmong } from '../src/versions.ts';

type User = { name: string; age?: number };

resetStorage();

function open(options: Partial<CreateStorageOptions<User>>) {
  const errors: TuffetError[] = [];
  const storage = createLocalStorage<User>({
    storageModuleKey: 'user',
    initial: { name: 'new' },
    onError: (error) => void errors.push(error),
    ...options,
  });
  const codes = errors.map((error) => error.code);
  return { ...storage, items: useStorage(storage), errors, codes };
}

const stored = () => Object.fromEntries(Object.entries({ ...localStorage }).sort());

describe('key names', () => {
  test('version 1 is the module key, later ones add _v and the number', {
    tags: ['lib-version-key', 'lib-create-version-default'],
  }, () => {
    expect([1, 2, 10].map((version) => storedKeyOf('user', version))).toEqual([
      'user',
      'user_v2',
      'user_v10',
    ]);
    open({ version: 2 });
    expect(Object.keys(stored())).toEqual(['user_v2']);
  });

  test('are recognized among all keys', () => {
    const keys = [
      'user_v10',
      'other',
      'user',
      'user_v2',
      'user_v1',
      'user_v02',
      'user_vx',
      'user_v',
      'user_v-2',
      'user2_v3',
      'user_v2e1',
      'user_v1.5',
      'user_v1e+21',
      'user_vInfinity',
      'xuser_v2',
    ];
    expect(versionsAmong(keys, 'user')).toEqual([1, 2, 10]);
  });

  test('are parsed back for any key and version', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.integer({ min: 1, max: 1e6 }), (key, version) => {
        expect(versionsAmong([storedKeyOf(key, version)], key)).toEqual([version]);
      }),
    );
  });
});

/** Adds 1 to `age` in every step. */
const grow = (root: { age?: unknown }) => ({ ...root, age: Number(root.age ?? 0) + 1 });
const keep = <R>(root: R) => root;
const [old, fresh] = ['{"name":"old"}', '{"name":"new"}'];

type Entries = Record<string, string>;
type Case = [string, Entries, Partial<CreateStorageOptions<User>>, Entries, string[]?];

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
    'entries that a skipped release left are deleted',
    { user: old, user_v2: old },
    { version: 3 },
    { user_v3: fresh },
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
    { user_v2: '{"name":"current"}' },
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
    { user_v3: '{"name":"two","age":6}' },
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
    'a successful migration deletes the backup of a corrupted entry',
    { user: old, user_v2__corrupt: '{' },
    { version: 2, migrations: { 2: keep } },
    { user_v2: old },
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
    const steps = /add migrations for ([\d, ]+) before/.exec(hint)?.[1]?.split(', ').map(Number);
    expect(steps).toEqual(missing);
    resetModules();
    const added = Object.fromEntries((steps ?? []).map((step) => [step, (root: object) => root]));
    const { codes } = open({ version: 4, migrations: { ...migrations, ...added } as never });
    expect(codes).toEqual([]);
    expect(stored()).toEqual({ user_v4: '{"name":"old"}' });
  });

  test('says that preVersion alone deletes the values, and it does', () => {
    localStorage.setItem('user', '{"name":"old"}');
    expect(open({ version: 3 }).errors[0]?.hint).toContain(
      'preVersion: 1 alone always deletes it.',
    );
    resetModules();
    open({ version: 3, preVersion: 1 });
    expect(stored()).toEqual({ user_v3: '{"name":"new"}' });
  });

  test('says that migrations delete an older entry if the current one is stored too, and they do', () => {
    localStorage.setItem('user', '{"name":"old"}');
    localStorage.setItem('user_v3', '{"name":"current"}');
    const [error] = open({ version: 3 }).errors;
    expect(error?.hint).toContain('before version 3 is stored; after that, they delete it.');
    expect(Object.keys(stored())).toEqual(['user', 'user_v3']);
    resetModules();
    open({ version: 3, migrations: { 2: (root) => root, 3: (root) => root } });
    expect(stored()).toEqual({ user_v3: '{"name":"current"}' });
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

  test('that fail report when the next visit deletes the old entry, and it does', () => {
    localStorage.setItem('user', '{"name":"old"}');
    const { errors, storageModule } = open({ version: 2, migrations: { 2: () => null as never } });
    expect(errors[0]?.hint).toMatch(
      /Fix the migration before the module is written to, or the next visit deletes it/,
    );
    storageModule.setItem('age', 7);
    resetModules();
    open({ version: 2, migrations: { 2: (root) => root } });
    expect(stored()).toEqual({ user_v2: '{"name":"new","age":7}' });
  });

  test('name the function and what it returned', () => {
    localStorage.setItem('user', '{"name":"old"}');
    const { errors } = open({ version: 2, migrations: { 2: (async () => ({})) as never } });
    expect(errors[0]?.hint).toBe(
      '"user" couldn\'t be migrated: TypeError: migrations[2] returned a Promise, not a plain object. The entry is unchanged. Fix the migration before the module is written to, or the next visit deletes it.',
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

describe('a plan', () => {
  test.each<[string, Parameters<typeof planUpgrade>, UpgradePlan]>([
    ['nothing is stored', [[], 2, 1], { steps: [], drop: [] }],
    ['a newer version is stored', [[2, 3], 2, 1], { steps: [], drop: [], newer: 3 }],
    ['the previous version is stored', [[1], 2, 1], { steps: [], drop: [1] }],
    ['hot reload', [[1], 2, 1, {}, false], { steps: [], drop: [], stranded: 1 }],
    ['a gap', [[1, 2, 3], 5, 2], { steps: [], drop: [2], stranded: 3 }],
    ['a gap, hot reload', [[1, 2], 5, 2, {}, false], { steps: [], drop: [], stranded: 2 }],
    ['every step', [[1, 2], 3, 1, { 3: keep }], { from: 2, steps: [3], drop: [1, 2] }],
    ['skipped numbers', [[1], 5, 1, { 5: keep }], { from: 1, steps: [5], drop: [1] }],
    ['the current version is stored', [[1, 5], 5, 1, { 5: keep }], { steps: [5], drop: [1] }],
  ])('%s', (_, input, plan) => {
    expect(planUpgrade(...input)).toEqual(plan);
  });

  const versions = fc.uniqueArray(fc.integer({ min: 1, max: 6 })).map((list) => list.sort());
  const migrations = fc
    .uniqueArray(fc.integer({ min: 2, max: 6 }))
    .map((list) => Object.fromEntries(list.map((version) => [version, (root: object) => root])));

  test('never drops the current, a newer, or a stranded version, and loses no older one silently', () => {
    const version = fc.integer({ min: 2, max: 6 });
    fc.assert(
      fc.property(
        versions,
        version,
        fc.integer({ min: 1, max: 5 }),
        migrations,
        (present, current, pre, steps) => {
          fc.pre(pre < current);
          const plan = planUpgrade(present, current, pre, steps as never);
          expect(plan.drop.every((v) => v < current && v !== plan.stranded)).toBe(true);
          const older = present.filter((v) => v < current);
          const reported = plan.stranded !== undefined;
          expect(reported || plan.drop.length === older.length).toBe(true);
          const kept = planUpgrade(present, current, pre, steps as never, false);
          expect(kept.drop.length === 0 || kept.steps.length > 0).toBe(true);
          if (plan.from) expect([plan.from, plan.steps.at(-1)]).toEqual([older.at(-1), current]);
          expect(plan.newer).toBe(present.filter((v) => v > current).at(-1));
        },
      ),
    );
  });
});
