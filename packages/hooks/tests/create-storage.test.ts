import { StorageModule } from '@tuffet/core';
import { rootOf } from '@tuffet/core/adapter';
import {
  type CreateStorageOptions,
  createLocalStorage,
  createSessionStorage,
  useStorageHelper,
} from '@tuffet/hooks';
import { storeOf } from '@tuffet/hooks/adapter';
import { describe, expect, test, vi } from 'vitest';
import { errorOf, resetStorage } from '../../core/tests/module.ts';

type UserInfo = { token?: string; hasSigned: boolean };

resetStorage();

const base = { storageModuleKey: 'user', initial: { hasSigned: false } };
const create = (options: Partial<CreateStorageOptions<UserInfo>> = {}) =>
  createLocalStorage<UserInfo>({ ...base, ...options });
const codeOf = (run: () => unknown) => errorOf(run)?.code;

describe('creating', () => {
  test('writes the initial values into local storage', {
    tags: ['lib-create-local', 'lib-create-initial', 'lib-create-protect-optional'],
  }, () => {
    create();
    expect(localStorage.getItem('user')).toBe('{"hasSigned":false}');
    expect(sessionStorage.length).toBe(0);
  });

  test('without a version option has version 1', {
    tags: ['lib-create-version-default', 'lib-create-version-optional'],
  }, () => {
    const implicit = create();
    expect(implicit.helper.getStorageKey()).toBe('user');
    // Equal definitions share one module, so the default is exactly 1.
    expect(create({ version: 1 }).storageModule.getItem('hasSigned')).toBe(false);
  });

  test.for([
    [2, 'user'],
    [3, 'user_v2'],
    [7, 'user_v6'],
  ] as const)(
    'with version %i and no preVersion replaces %s, the version before',
    {
      tags: ['lib-create-pre-version-optional'],
    },
    ([version, previous]) => {
      localStorage.setItem(previous, '{"hasSigned":true}');
      const onError = vi.fn();
      create({ version, onError });
      expect({ ...localStorage }).toEqual({ [`user_v${version}`]: '{"hasSigned":false}' });
      expect(onError).not.toHaveBeenCalled();
    },
  );

  test('writes the initial values into session storage', { tags: ['lib-create-session'] }, () => {
    createSessionStorage<UserInfo>(base);
    expect(sessionStorage.getItem('user')).toBe('{"hasSigned":false}');
    expect(localStorage.length).toBe(0);
  });

  test('returns the storage module, its helper and the initial values', {
    tags: ['lib-storage-object'],
  }, () => {
    const storage = create();
    const members = ['get', 'helper', 'initial', 'set', 'storageModule', 'subscribe'];
    expect(Object.keys(storage).sort()).toEqual(members);
    expect(storage.storageModule).toBeInstanceOf(StorageModule);
    expect(storage.helper.getStorageKey()).toBe('user');
    expect(storage.initial).toBe(base.initial);
  });

  test('accepts a key with a version suffix in its middle', () => {
    create({ storageModuleKey: 'user_v2_settings' });
    expect(localStorage.getItem('user_v2_settings')).toBe('{"hasSigned":false}');
  });

  test('writes an empty entry if no property is required', () => {
    createLocalStorage<{ a?: number }>({ storageModuleKey: 'optional', initial: {} });
    expect(localStorage.getItem('optional')).toBe('{}');
  });

  test('keeps values that are already stored', { tags: ['lib-create-initial'] }, () => {
    localStorage.setItem('user', '{"hasSigned":true,"token":"a"}');
    create();
    expect(localStorage.getItem('user')).toBe('{"hasSigned":true,"token":"a"}');
  });

  test('fills a required property that an older entry lacks, and writes it back', {
    tags: ['defect-new-required-property'],
  }, () => {
    localStorage.setItem('user', '{"token":"a"}');
    const { storageModule } = create();
    expect(storageModule.getItem('hasSigned')).toBe(false);
    expect(localStorage.getItem('user')).toBe('{"token":"a","hasSigned":false}\t');
  });

  test('the backup of a corrupted entry stays if initialize is rejected', () => {
    let problem: string | undefined;
    localStorage.setItem('user', '{');
    const storage = create({ onError: () => {}, check: () => problem });
    storage.storageModule.setItem('token', 'a');
    problem = 'rejected';
    expect(useStorageHelper(storage).initialize()).toBe(false);
    expect(localStorage.getItem('user__backup1')).toBe('{');
  });

  test('setModule removes properties that it lacks; without an entry they come from initial', () => {
    const { helper } = create();
    const partial = { token: 'a' } as UserInfo;
    helper.setModule(partial);
    expect(helper.getModule()).toEqual({ token: 'a' });
    helper.clearModule();
    helper.setModule(partial);
    expect(helper.getModule()).toEqual({ hasSigned: false, token: 'a' });
  });

  test('copies the initial values', () => {
    const initial = { list: [1] };
    const storage = createLocalStorage<{ list: number[] }>({ storageModuleKey: 'l', initial });
    initial.list.push(2);
    storage.helper.clearModule();
    storage.storageModule.setItem('list', [5]);
    expect(initial).toEqual({ list: [1, 2] });
    expect(rootOf(storeOf(storage).getInitial())).toEqual({ list: [1] });
  });

  test('throws for an initial value that JSON cannot represent', () => {
    const initial = { hasSigned: (() => true) as unknown as boolean };
    expect(codeOf(() => create({ initial }))).toBe('unserializable');
  });

  test.each<[string, object]>([
    ['storageModuleKey', { storageModuleKey: undefined }],
    ['storageModuleKey', { storageModuleKey: '' }],
    ['storageModuleKey', { storageModuleKey: 7 }],
    ['_v<number>', { storageModuleKey: 'user_v2' }],
    ['_v<number>', { storageModuleKey: 'user_v22' }],
    ['__backup<number>', { storageModuleKey: 'user__backup1' }],
    ['__corrupt', { storageModuleKey: 'user__corrupt' }],
    ['initial', { initial: undefined }],
    ['initial', { initial: 'x' }],
    ['initial', { initial: null }],
    ['initial must be a plain object', { initial: [1, 2] }],
    ['initial must be a plain object', { initial: new Map() }],
    ['version must be a positive integer, not 0.', { version: 0 }],
    ['version must be a positive integer, not 1.5.', { version: 1.5 }],
    ['version must be a positive integer, not -1.', { version: -1 }],
    ['version must be a positive integer, not NaN.', { version: Number.NaN }],
    ['version must be a positive integer, not null.', { version: null }],
    ['version must be a positive integer, not "2".', { version: '2' }],
    [
      'preVersion must be a positive integer below version 2, not 2.',
      { version: 2, preVersion: 2 },
    ],
    [
      'preVersion must be a positive integer below version 2, not 0.',
      { version: 2, preVersion: 0 },
    ],
    [
      'preVersion must be a positive integer below version 3, not 1.5.',
      { version: 3, preVersion: 1.5 },
    ],
    ['preVersion must be a positive integer below version 1, not 1.', { preVersion: 1 }],
    [
      'preVersion must be a positive integer below version 3, not "2".',
      { version: 3, preVersion: '2' },
    ],
  ])(
    'throws for invalid options and names %s',
    { tags: ['lib-create-key-required'] },
    (words, options) => {
      const run = () => create(options as Partial<CreateStorageOptions<UserInfo>>);
      expect(codeOf(run)).toBe('invalid-options');
      expect(run).toThrow(words);
      expect(localStorage.length).toBe(0);
    },
  );
});

describe('creating a second time', () => {
  test('with the same options shares the module, as hot reload and StrictMode need', {
    tags: ['lib-one-definition', 'defect-hot-reload'],
  }, () => {
    const [first, second] = [create(), create()];
    second.storageModule.setItem('token', 'a');
    expect(first.storageModule.getItem('token')).toBe('a');
  });

  test.each<[string, Partial<CreateStorageOptions<UserInfo>>]>([
    ['initial', { initial: { hasSigned: true } }],
    ['version', { version: 2 }],
    ['protect', { protect: true }],
  ])(
    'with another %s throws, and the entry is kept',
    { tags: ['lib-key-unique', 'defect-older-version-in-use'] },
    (_, options) => {
      vi.spyOn(document, 'readyState', 'get').mockReturnValue('loading');
      create();
      expect(codeOf(() => create(options))).toBe('duplicate-key');
      expect(localStorage.getItem('user')).toBe('{"hasSigned":false}');
    },
  );

  test('with the key of a StorageModule throws, in either order, also after the page has loaded', () => {
    new StorageModule<UserInfo>('user', 'local');
    expect(document.readyState).toBe('complete');
    expect(codeOf(() => create())).toBe('duplicate-key');
    createLocalStorage<UserInfo>({ ...base, storageModuleKey: 'mine' });
    expect(codeOf(() => new StorageModule<UserInfo>('mine', 'local'))).toBe('duplicate-key');
  });
});
