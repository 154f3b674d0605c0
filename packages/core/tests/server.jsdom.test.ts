import { StorageModule } from '@tuffet/core';
import { isServer } from '@tuffet/core/adapter';
import { resetModules } from '@tuffet/core/testing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Module, resetStorage } from './module.ts';

resetStorage();
beforeEach(() => void vi.stubGlobal('document', undefined));
afterEach(() => void vi.unstubAllGlobals());

describe('without a document', () => {
  test('modules return initial values, and writes warn and change nothing', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const module = new StorageModule<Module>('m', 'local');
    module.store.configure({ initial: { a: 1 } });
    expect(isServer()).toBe(true);
    expect(module.getItem('a')).toBe(1);
    expect(warn).not.toHaveBeenCalled();
    expect(module.setItem('a', 2)).toBe(false);
    expect(module.clear()).toBe(false);
    expect(module.getHelper().clearModule()).toBe(false);
    expect(warn.mock.calls).toEqual(
      Array(3).fill([expect.stringMatching(/^\[tuffet\] "m": There is no web storage during SSR/)]),
    );
    expect([module.getItem('a'), localStorage.length]).toEqual([1, 0]);
  });

  test('keys do not have to be unique, and modules share nothing', () => {
    const [one, other] = [new StorageModule('m', 'local'), new StorageModule('m', 'local')];
    one.store.configure({ initial: { a: 1 } });
    expect([one.store.read().size, other.store.read().size]).toEqual([1, 0]);
    expect(one.getHelper().isPersistent()).toBe(false);
  });

  test('protect and resetModules do nothing', () => {
    const { setItem } = Storage.prototype;
    new StorageModule('m', 'local').getHelper().protect();
    resetModules();
    expect(Storage.prototype.setItem).toBe(setItem);
  });
});
