import { StorageModule } from '@tuffet/core';
import { resetModules } from '@tuffet/core/testing';
import { afterEach, beforeEach, expect } from 'vitest';

export { errorOf } from './module.ts';

type User = { name?: string };

export const natives = { ...Object.getOwnPropertyDescriptors(Storage.prototype) };

beforeEach(() => {
  resetModules();
  localStorage.clear();
  sessionStorage.clear();
});

afterEach(() => {
  resetModules();
  expect(Object.getOwnPropertyDescriptors(Storage.prototype)).toEqual(natives);
  expect(Object.getPrototypeOf(localStorage)).toBe(Storage.prototype);
});

export function create(key = 'user') {
  const module = new StorageModule<User>(key, 'local');
  module.setItem('name', 'a');
  return { module, helper: module.getHelper() };
}
