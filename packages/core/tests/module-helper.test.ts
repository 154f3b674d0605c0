import { StorageModule } from '@tuffet/core';
import { expect, test } from 'vitest';
import { resetStorage } from './module.ts';

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
