import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resetStorage } from '../../core/tests/module.ts';
import { planUpgrade, storedKeyOf, type UpgradePlan, versionsAmong } from '../src/versions.ts';
import { keep, open, stored } from './versions-setup.ts';

resetStorage();

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
      'user__corrupt',
      'user_v3__backup1',
    ];
    expect(versionsAmong(keys, 'user')).toEqual([1, 2, 10]);
  });

  test('are parsed back for any key and version', () => {
    const isAllowed = (key: string) => !/_v\d+$|__corrupt$|__backup\d$/.test(key);
    const keys = fc.string({ minLength: 1 }).filter(isAllowed);
    fc.assert(
      fc.property(
        keys,
        fc.maxSafeInteger().filter((v) => v > 0),
        (key, version) => {
          expect(versionsAmong([storedKeyOf(key, version)], key)).toEqual([version]);
        },
      ),
    );
  });
});

describe('a plan', () => {
  type Steps = Parameters<typeof planUpgrade>[3];
  const none = { from: undefined, steps: [], drop: undefined, newer: undefined };

  test.each<[string, Parameters<typeof planUpgrade>, UpgradePlan]>([
    ['nothing is stored', [[], 2, 1], { ...none, kept: [] }],
    ['a newer version is stored', [[2, 3], 2, 1], { ...none, kept: [], newer: 3 }],
    ['the previous version is stored', [[1], 2, 1], { ...none, kept: [], drop: 1 }],
    ['nothing may be deleted', [[1], 2, 1, {}, false], { ...none, kept: [1] }],
    ['a gap', [[1, 2, 3], 5, 2], { ...none, kept: [1, 3], drop: 2 }],
    ['a gap, nothing may be deleted', [[1, 2], 5, 2, {}, false], { ...none, kept: [1, 2] }],
    ['every step', [[1, 2], 3, 1, { 3: keep }], { ...none, from: 2, steps: [3], kept: [1] }],
    ['skipped numbers', [[1], 5, 1, { 5: keep }], { ...none, from: 1, steps: [5], kept: [] }],
    ['the current version is stored', [[1, 5], 5, 1, { 5: keep }], { ...none, kept: [1] }],
    [
      'versions are dates',
      [[20250101], 20260101, 20250101, { 20260101: keep }],
      { ...none, from: 20250101, steps: [20260101], kept: [] },
    ],
  ])('%s', (_, input, plan) => {
    expect(planUpgrade(...input)).toEqual(plan);
  });

  const versions = fc.uniqueArray(fc.integer({ min: 1, max: 6 })).map((list) => list.sort());
  const migrations = fc
    .uniqueArray(fc.integer({ min: 2, max: 6 }))
    .map((list) => Object.fromEntries(list.map((version) => [version, keep])) as Steps);

  test('accounts for every older version: it is migrated, kept, or the previous one and deleted', () => {
    const version = fc.integer({ min: 2, max: 6 });
    fc.assert(
      fc.property(
        versions,
        version,
        fc.integer({ min: 1, max: 5 }),
        migrations,
        fc.boolean(),
        (present, current, pre, steps, mayDelete) => {
          fc.pre(pre < current);
          const plan = planUpgrade(present, current, pre, steps, mayDelete);
          const { from, drop, kept, newer } = plan;
          const older = present.filter((v) => v < current);
          const accounted = [...kept, from, drop].filter((v) => v !== undefined);
          expect(accounted.sort()).toEqual(older);
          if (present.includes(current)) expect(kept).toEqual(older);
          if (drop) expect([drop, mayDelete, from]).toEqual([pre, true, undefined]);
          if (from) expect([from, plan.steps.at(-1)]).toEqual([older.at(-1), current]);
          expect(newer).toBe(present.filter((v) => v > current).at(-1));
        },
      ),
    );
  });
});
