import { resetModules } from '@tuffet/core/testing';
import {
  type CreateStorageOptions,
  createLocalStorage,
  type Migrations,
  type TuffetError,
  useStorage,
} from '@tuffet/hooks';
import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { planUpgrade, storedKeyOf, type UpgradePlan, versionsAmong } from '../src/versions.ts';

type User = { name: string; age?: number };

beforeEach(() => {
  resetModules();
  localStorage.clear();
});

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

describe('raising the version', () => {
  test('deletes the entry of the version before and starts from initial', {
    tags: ['lib-version-previous-deleted', 'lib-version-key'],
  }, () => {
    localStorage.setItem('user', '{"name":"old"}');
    const { codes } = open({ version: 2 });
    expect(stored()).toEqual({ user_v2: '{"name":"new"}' });
    expect(codes).toEqual([]);
  });

  test('by more than one with preVersion deletes the entry it names', {
    tags: ['lib-version-leap'],
  }, () => {
    localStorage.setItem('user', '{"name":"old"}');
    const { codes } = open({ version: 3, preVersion: 1 });
    expect(stored()).toEqual({ user_v3: '{"name":"new"}' });
    expect(codes).toEqual([]);
  });

  test('by more than one without preVersion reports it, keeps the old entry and opens from initial', {
    tags: ['lib-version-leap-needs-pre-version'],
  }, () => {
    localStorage.setItem('user', '{"name":"old"}');
    const { errors, items } = open({ version: 3 });
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({ code: 'version', key: 'user_v3' });
    expect(items.name.get()).toBe('new');
    expect(stored()).toEqual({ user: '{"name":"old"}' });
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

  test('deletes every older entry that a skipped release left behind', {
    tags: ['defect-skipped-release'],
  }, () => {
    localStorage.setItem('user', '{"name":"one"}');
    localStorage.setItem('user_v2', '{"name":"two"}');
    open({ version: 3 });
    expect(Object.keys(stored())).toEqual(['user_v3']);
  });

  test('deletes the entry that preVersion names, and keeps and reports a later one without a migration', () => {
    localStorage.setItem('user', '{"name":"one"}');
    localStorage.setItem('user_v2', '{"name":"two"}');
    localStorage.setItem('user_v3', '{"name":"three"}');
    const { codes } = open({ version: 5, preVersion: 2 });
    expect(codes).toEqual(['version']);
    expect(Object.keys(stored())).toEqual(['user', 'user_v3']);
  });

  test('deletes older entries without migrating if the current one exists', () => {
    localStorage.setItem('user', '{"name":"old"}');
    localStorage.setItem('user_v2', '{"name":"current"}');
    const { storageModule } = open({ version: 2, migrations: { 2: () => ({ name: 'migrated' }) } });
    expect(stored()).toEqual({ user_v2: '{"name":"current"}' });
    expect(storageModule.getItem('name')).toBe('current');
  });

  test('does not affect modules with similar names', () => {
    for (const key of ['user2', 'user_v', 'users_v1', 'user_v01']) localStorage.setItem(key, '{}');
    open({ version: 2 });
    expect(Object.keys(stored()).sort()).toEqual([
      'user2',
      'user_v',
      'user_v01',
      'user_v2',
      'users_v1',
    ]);
  });
});

describe('migrations', () => {
  const migrations = {
    2: (one: object) => ({ ...one, age: 1 }),
    3: (two: { age?: unknown }) => ({ ...two, age: Number(two.age) + 1 }),
  };

  test('migrate values from the previous version', () => {
    localStorage.setItem('user', '{"name":"old"}');
    open({ version: 2, migrations: { 2: migrations[2] } });
    expect(stored()).toEqual({ user_v2: '{"name":"old","age":1}' });
  });

  test('run in order over several versions, also for users who skipped a release', () => {
    localStorage.setItem('user', '{"name":"old"}');
    const { codes } = open({ version: 3, migrations });
    expect(stored()).toEqual({ user_v3: '{"name":"old","age":2}' });
    expect(codes).toEqual([]);
  });

  test('start from the newest older entry', () => {
    localStorage.setItem('user', '{"name":"one"}');
    localStorage.setItem('user_v2', '{"name":"two","age":5}');
    open({ version: 3, migrations });
    expect(stored()).toEqual({ user_v3: '{"name":"two","age":6}' });
  });

  test('start from preVersion if numbers were skipped', () => {
    localStorage.setItem('user', '{"name":"old"}');
    open({ version: 5, preVersion: 1, migrations: { 5: (one) => ({ ...one, age: 5 }) } });
    expect(stored()).toEqual({ user_v5: '{"name":"old","age":5}' });
  });

  test('start from the newest older entry, even if preVersion names an older one', () => {
    localStorage.setItem('user', '{"name":"one"}');
    localStorage.setItem('user_v2', '{"name":"two"}');
    open({ version: 3, preVersion: 1, migrations: { 3: (old) => ({ ...old, age: 3 }) } });
    expect(stored()).toEqual({ user_v3: '{"name":"two","age":3}' });
  });

  test('that start above the stored version do not cover it: the entry is kept and reported', () => {
    localStorage.setItem('user', '{"name":"old"}');
    const { codes } = open({ version: 3, migrations: { 3: migrations[3] } });
    expect(codes).toEqual(['version']);
    expect(localStorage.getItem('user')).toBe('{"name":"old"}');
  });

  test('get the initial values of required properties that they omit', () => {
    localStorage.setItem('user', '{"age":3}');
    open({ version: 2, migrations: { 2: (one) => one } });
    expect(stored()).toEqual({ user_v2: '{"name":"new","age":3}' });
  });

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

  test('that succeed delete the backup of a corrupted entry', () => {
    localStorage.setItem('user', '{"name":"old"}');
    localStorage.setItem('user_v2__corrupt', '{');
    open({ version: 2, migrations: { 2: (one) => one } });
    expect(stored()).toEqual({ user_v2: '{"name":"old"}' });
  });

  test('never run on an entry that is not an object', () => {
    localStorage.setItem('user', '5');
    const migrate = vi.fn((root: object) => ({ ...root }));
    const { errors } = open({ version: 2, migrations: { 2: migrate } });
    expect(errors[0]?.hint).toContain('the entry is 5, not a plain object');
    expect(migrate).not.toHaveBeenCalled();
  });

  test('of a corrupted old entry fail the same way', () => {
    localStorage.setItem('user', '{"name":');
    const { codes } = open({ version: 2, migrations: { 2: migrations[2] } });
    expect(codes).toEqual(['migration']);
    expect(stored()).toEqual({ user: '{"name":' });
  });
});

test('a newer entry, left by a later release, is kept and reported', {
  tags: ['defect-downgrade'],
}, () => {
  localStorage.setItem('user_v3', '{"name":"future"}');
  const { errors, storageModule } = open({ version: 2 });
  expect(errors.map((error) => error.code)).toEqual(['version']);
  expect(errors[0]?.hint).toContain(
    'stored version 3. That entry is unchanged; this release uses version 2.',
  );
  expect(storageModule.getItem('name')).toBe('new');
  expect(stored()).toEqual({ user_v2: '{"name":"new"}', user_v3: '{"name":"future"}' });
});

describe('a plan', () => {
  const step = <R>(root: R) => root;

  test.each<[string, Parameters<typeof planUpgrade>, UpgradePlan]>([
    ['nothing is stored', [[], 2, 1], { steps: [], drop: [] }],
    ['a newer version is stored', [[2, 3], 2, 1], { steps: [], drop: [], newer: 3 }],
    ['the previous version is stored', [[1], 2, 1], { steps: [], drop: [1] }],
    ['hot reload', [[1], 2, 1, {}, false], { steps: [], drop: [], stranded: 1 }],
    ['a gap', [[1, 2, 3], 5, 2], { steps: [], drop: [2], stranded: 3 }],
    ['a gap, hot reload', [[1, 2], 5, 2, {}, false], { steps: [], drop: [], stranded: 2 }],
    ['every step', [[1, 2], 3, 1, { 3: step }], { from: 2, steps: [3], drop: [1, 2] }],
    ['skipped numbers', [[1], 5, 1, { 5: step }], { from: 1, steps: [5], drop: [1] }],
    ['the current version is stored', [[1, 5], 5, 1, { 5: step }], { steps: [5], drop: [1] }],
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
