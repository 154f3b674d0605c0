import { resetModules } from '@tuffet/core/testing';
import {
  createLocalStorage,
  createSessionStorage,
  useStorage,
  useStorageHelper,
} from '@tuffet/hooks';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { errorOf, resetStorage } from '../../core/tests/module.ts';
import { nearestName } from '../src/nearest-name.ts';

resetStorage();

// As called from plain JavaScript.
const create = createLocalStorage as unknown as (options?: unknown) => never;
const base = { storageModuleKey: 'user', initial: { name: '' } };
const step = (root: object) => root;

describe('migrations that would lose values throw', () => {
  const oldEntry = '{"name":"old"}';

  test.each<[string, number, object, string]>([
    ['numbered by the version they start from', 2, { 1: step }, 'migrations[1] is out of range'],
    ['above the version', 2, { 2: step, 7: step }, 'migrations[7] is out of range'],
    ['without a version', 1, { 2: step }, 'migrations[2] is out of range'],
    ['with a key that is not a version', 2, { 2: step, two: step }, 'migrations[two] is out'],
    ['as a list', 2, [step, step], 'migrations[0] is out of range'],
    ['without the last step', 3, { 2: step }, 'migrations has no function for version 3'],
    ['without a step in between', 4, { 2: step, 4: step }, 'no function for version 3'],
    ['with a step that is not a function', 2, { 2: undefined }, 'no function for version 2'],
    ['without any step', 2, {}, 'migrations has no function for version 2'],
  ])('%s', (_, version, migrations, words) => {
    for (let v = 1; v < version; v++) localStorage.setItem(v > 1 ? `user_v${v}` : 'user', oldEntry);
    const before = { ...localStorage };
    const { code, hint } = errorOf(() => create({ ...base, version, migrations })) ?? {};
    expect(code).toBe('invalid-options');
    expect(hint).toContain(words);
    expect({ ...localStorage }).toEqual(before);
  });

  test('and no others: every sequence of steps that ends at version is accepted', () => {
    const versions = fc.uniqueArray(fc.integer({ min: -1, max: 8 }), { minLength: 1 });
    fc.assert(
      fc.property(versions, fc.integer({ min: 1, max: 7 }), (keys, version) => {
        resetModules();
        const lowest = Math.min(...keys);
        const isRun =
          lowest >= 2 && Math.max(...keys) === version && keys.length === version - lowest + 1;
        const migrations = Object.fromEntries(keys.map((key) => [key, step]));
        const { code } = errorOf(() => create({ ...base, version, migrations })) ?? {};
        expect(code).toBe(isRun ? undefined : 'invalid-options');
      }),
    );
  });

  test('but an empty object is valid for version 1', () => {
    expect(errorOf(() => create({ ...base, migrations: {} }))).toBeUndefined();
  });
});

describe('without a module', () => {
  test.each([undefined, null, 'settings', 7])(
    'creators called with %j throw our error',
    (given) => {
      for (const creator of [createLocalStorage, createSessionStorage]) {
        const { code, hint } = errorOf(() => creator(given as never)) ?? {};
        expect(code).toBe('invalid-options');
        expect(hint).toContain('Pass an object with storageModuleKey and initial');
      }
    },
  );

  test.each([undefined, null, {}, 'settings'])('hooks called with %j throw our error', (given) => {
    for (const hook of [useStorage, useStorageHelper]) {
      const { code, hint } = errorOf(() => hook(given as never)) ?? {};
      expect(code).toBe('invalid-options');
      expect(hint).toContain('createLocalStorage or createSessionStorage');
    }
  });
});

describe('unknown options', () => {
  test.each([
    ['migration', 'Did you mean "migrations"?'],
    ['Version', 'Did you mean "version"?'],
    ['verison', 'Did you mean "version"?'],
    ['previousVersion', 'Did you mean "preVersion"?'],
    ['onerror', 'Did you mean "onError"?'],
    ['schema', 'Did you mean "check"?'],
    ['x', 'Valid options: storageModuleKey, initial, protect'],
  ])('throw in development, with a suggestion: %s', (name, advice) => {
    const { code, key, hint } = errorOf(() => create({ ...base, [name]: {} })) ?? {};
    expect([code, key]).toEqual(['invalid-options', 'user']);
    expect(hint).toContain(`Unknown option "${name}". ${advice}`);
  });

  test('throw before anything is written or deleted', () => {
    localStorage.setItem('user', '{"name":"old"}');
    const options = { ...base, version: 2, migration: { 2: step } };
    expect(errorOf(() => create(options))?.code).toBe('invalid-options');
    expect({ ...localStorage }).toEqual({ user: '{"name":"old"}' });
  });

  test('are reported together', () => {
    expect(errorOf(() => create({ ...base, verison: 2, onerror: step }))?.hint).toBe(
      'Unknown option "verison". Did you mean "version"? Unknown option "onerror". Did you mean "onError"?',
    );
  });

  test('are listed in the error about a missing key', () => {
    const { hint } = errorOf(() => create({ key: 'user', initial: {} })) ?? {};
    expect(hint).toBe(
      'storageModuleKey must be a non-empty string. Unknown option "key". Did you mean "storageModuleKey"?',
    );
  });

  test('valid options log no warning', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    create({
      ...base,
      ...{ protect: false, version: 2, preVersion: 1, migrations: { 2: step } },
      ...{ onError: () => {}, check: () => undefined },
    });
    expect(warn).not.toHaveBeenCalled();
  });
});

test('nearestName ignores case and returns nothing without common letters', () => {
  const names = ['storageModuleKey', 'version', 'preVersion', 'check'];
  for (const name of names) expect(nearestName(name.toUpperCase(), names)).toBe(name);
  expect(nearestName('zzz', names)).toBeUndefined();
  expect(nearestName('', names)).toBeUndefined();
});

test('nearestName needs more than a fifth of the letter pairs, without guessing other alphabets', () => {
  expect(nearestName('abcdef', ['abuvwx'])).toBeUndefined(); // one of five pairs
  expect(nearestName('abcde', ['abuvwx'])).toBe('abuvwx');
  expect(nearestName('\u0131n\u0131t\u0131al', ['initial'])).toBeUndefined(); // dotless i
});

test('useStorage names itself if its argument is not a module', () => {
  const { key, hint } = errorOf(() => useStorage(undefined as never)) ?? {};
  expect(key).toBe('useStorage');
  expect(hint).toContain('The argument is undefined, not a module.');
});

test('an error names the module and describes the wrong value', () => {
  const fail = (options: object) => errorOf(() => create({ ...base, ...options }));
  expect(fail({ version: 0 })?.key).toBe('user');
  expect(fail({ version: [] })?.hint).toContain('not an Array');
  expect(fail({ version: new Map() })?.hint).toContain('not a Map');
  expect(fail({ version: new BigInt64Array() })?.hint).toContain('not a BigInt64Array');
});
