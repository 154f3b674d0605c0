import { StorageModule } from '@tuffet/core';
import { expect, test, vi } from 'vitest';
import { errorOf, resetStorage } from './module.ts';

type UserInfo = { token?: string; hasSigned: boolean };

resetStorage();

const create = () => {
  const module = new StorageModule<UserInfo>('user', 'local');
  return { module, helper: module.getHelper() };
};

test('getModule returns the whole entry, or {} if there is none', {
  tags: ['lib-helper-get-module', 'lib-module-get-helper'],
}, () => {
  const { module, helper } = create();
  expect(helper.getModule()).toEqual({});
  module.setItem('hasSigned', true);
  expect(helper.getModule()).toEqual({ hasSigned: true });
});

test('setModule replaces the whole entry', { tags: ['lib-helper-set-module'] }, () => {
  const { module, helper } = create();
  module.setItem('token', 'old');
  expect(helper.setModule({ hasSigned: true })).toBe(true);
  expect(JSON.parse(localStorage.getItem('user') as string)).toEqual({ hasSigned: true });
  expect(module.contains('token')).toBe(false);
});

test.each([
  ['undefined', undefined, 'undefined'],
  ['null', null, 'null'],
  ['a number', 7, '7'],
  ['a string', 'dark', 'dark'],
  ['an array', [1, 2], '1,2'],
  ['a promise', Promise.resolve({ hasSigned: true }), '[object Promise]'],
  ['a Map', new Map([['hasSigned', true]]), '[object Map]'],
])(
  'setModule throws for %s, and changes nothing',
  { tags: ['lib-helper-set-module'] },
  (_, root, shown) => {
    const { module, helper } = create();
    helper.setModule({ token: 'a', hasSigned: true });
    const listener = vi.fn();
    module.store.subscribe(listener);
    const before = localStorage.getItem('user');
    expect(errorOf(() => helper.setModule(root as never))).toMatchObject({
      code: 'invalid-options',
      key: 'user',
      hint: `setModule needs an object, not ${shown}.`,
    });
    expect(localStorage.getItem('user')).toBe(before);
    expect(helper.getModule()).toEqual({ token: 'a', hasSigned: true });
    expect(listener).not.toHaveBeenCalled();
  },
);

test.each([
  ['without a prototype', Object.assign(Object.create(null), { hasSigned: true })],
  [
    'of a class',
    new (class {
      hasSigned = true;
    })(),
  ],
])('setModule accepts an object %s', { tags: ['lib-helper-set-module'] }, (_, root) => {
  const { helper } = create();
  expect(helper.setModule(root)).toBe(true);
  expect(helper.getModule()).toEqual({ hasSigned: true });
});

test('setModule copies its argument', () => {
  const module = new StorageModule<{ list: number[] }>('list', 'local');
  const root = { list: [1] };
  module.getHelper().setModule(root);
  root.list.push(2);
  expect(module.getItem('list')).toEqual([1]);
});

test('clearModule removes the entry itself', { tags: ['lib-helper-clear-module'] }, () => {
  const { module, helper } = create();
  module.setItem('token', 'a');
  helper.clearModule();
  expect(localStorage.getItem('user')).toBeNull();
  expect(helper.getModule()).toEqual({});
});

test('getExistence returns whether the entry exists', {
  tags: ['lib-helper-get-existence'],
}, () => {
  const { module, helper } = create();
  expect(helper.getExistence()).toBe(false);
  module.setItem('token', 'a');
  expect(helper.getExistence()).toBe(true);
  module.clear();
  expect(helper.getExistence()).toBe(true);
  localStorage.removeItem('user');
  expect(helper.getExistence()).toBe(false);
});

test('getStorageKey and getStorageType return where the entry is stored', {
  tags: ['lib-helper-get-storage-key', 'lib-helper-get-storage-type'],
}, () => {
  const { helper } = create();
  expect([helper.getStorageKey(), helper.getStorageType()]).toEqual(['user', 'local']);
  const session = new StorageModule<UserInfo>('other', 'session').getHelper();
  expect([session.getStorageKey(), session.getStorageType()]).toEqual(['other', 'session']);
});

test('isPersistent is true if the browser stores values', () => {
  expect(create().helper.isPersistent()).toBe(true);
});

test('setModule replaces the value of a stored property', () => {
  const { module, helper } = create();
  module.setItem('token', 'old');
  helper.setModule({ token: 'new', hasSigned: true });
  expect(module.getItem('token')).toBe('new');
});
