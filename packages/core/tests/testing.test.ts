import { StorageModule } from '@tuffet/core';
import { collectErrors, failWrites, resetModules, simulateTab } from '@tuffet/core/testing';
import { describe, expect, test, vi } from 'vitest';
import { createModule, errorOf, type Module, resetStorage } from './module.ts';
import { natives } from './protection-setup.ts';

resetStorage();

const create = () => new StorageModule<Module>('m', 'local');

describe('failWrites', () => {
  test('lets writes fail as in a full storage, also of modules that exist already', () => {
    const { module, errors } = createModule();
    module.setItem('a', 1);
    const end = failWrites();
    expect([module.setItem('a', 2), module.getItem('a')]).toEqual([false, 1]);
    expect(errors.map(({ code }) => code)).toEqual(['quota']);
    expect(module.getHelper().isPersistent()).toBe(true);
    end();
    expect([module.setItem('a', 3), localStorage.getItem('m')]).toEqual([true, '{"a":3}']);
  });

  test('holds changes in memory if storage is denied, until it ends', () => {
    const { module, errors } = createModule();
    module.setItem('a', 1);
    const end = failWrites('denied');
    expect([module.setItem('a', 2), module.getItem('a')]).toEqual([false, 2]);
    expect([module.clear(), module.size()]).toEqual([false, 0]);
    expect(errors.map(({ code }) => code)).toEqual(['denied']);
    expect([module.getHelper().isPersistent(), localStorage.getItem('m')]).toEqual([
      false,
      '{"a":1}',
    ]);
    end();
    expect([module.setItem('b', 2), module.getHelper().isPersistent()]).toEqual([true, true]);
    expect(JSON.parse(localStorage.getItem('m') ?? '')).toEqual({ b: 2 });
  });

  test('still lets entries be removed from a full storage', () => {
    const { module } = createModule();
    module.setItem('a', 1);
    failWrites();
    expect([module.getHelper().clearModule(), localStorage.length]).toEqual([true, 0]);
  });

  test('does not change the storage itself, and ends with resetModules', () => {
    failWrites();
    localStorage.setItem('other', 'x');
    resetModules();
    expect([create().setItem('a', 1), localStorage.length]).toEqual([true, 2]);
  });
});

describe('collectErrors', () => {
  test('collects the errors of later modules, with and without a handler', () => {
    const log = vi.spyOn(console, 'error');
    new StorageModule<Module>('earlier', 'local');
    const errors = collectErrors();
    const [m, n] = [create(), new StorageModule<Module>('n', 'local')];
    const handled: string[] = [];
    n.getHelper().setErrorHandler(({ key }) => void handled.push(key));
    for (const key of ['earlier', 'm', 'n']) localStorage.setItem(key, 'broken');
    expect([m.size(), n.size()]).toEqual([0, 0]);
    expect(errors.map(({ code, key }) => [code, key])).toEqual([
      ['corrupt', 'm'],
      ['corrupt', 'n'],
    ]);
    expect([handled, log.mock.calls]).toEqual([['n'], []]);
  });
});

describe('a simulated tab', () => {
  test('shares only storage, and receives writes as events when they are delivered', () => {
    const old = create();
    const deliver = simulateTab();
    const current = create();
    const heard: unknown[] = [];
    old.store.subscribe(() => heard.push(['old', old.store.peek().get('a')?.value]), 'a');
    current.store.subscribe(() => heard.push(['current', current.store.peek().get('a')?.value]));
    old.setItem('a', 1);
    expect(heard).toEqual([['old', 1]]);
    deliver();
    current.setItem('a', 2);
    deliver();
    deliver();
    expect(heard.slice(1)).toEqual([
      ['current', 1],
      ['current', 2],
      ['old', 2],
    ]);
  });

  test('loses no property if both write at the same time', () => {
    const old = create();
    old.setItem('list', []);
    const deliver = simulateTab();
    const current = create();
    expect(current.size()).toBe(1);
    const { getItem } = Storage.prototype;
    const before = localStorage.getItem('m');
    old.setItem('a', 1);
    // The other tab hasn't seen that write yet.
    vi.spyOn(Storage.prototype, 'getItem').mockReturnValueOnce(before);
    current.setItem('b', 2);
    vi.mocked(Storage.prototype.getItem).mockImplementation(function (this: Storage, key) {
      return getItem.call(this, key);
    });
    deliver();
    expect(JSON.parse(localStorage.getItem('m') ?? '')).toEqual({ list: [], a: 1, b: 2 });
  });

  test('has its own keys and protection, and resetModules ends all of it', () => {
    const old = create();
    old.getHelper().protect('strict');
    simulateTab();
    const current = create();
    current.getHelper().protect();
    expect([old.setItem('a', 1), current.setItem('b', 2)]).toEqual([true, true]);
    expect(errorOf(() => localStorage.setItem('m', '{}'))?.code).toBe('protected-key');
    resetModules();
    expect(Object.getOwnPropertyDescriptors(Storage.prototype)).toEqual(natives);
    expect(Object.getPrototypeOf(localStorage)).toBe(Storage.prototype);
    localStorage.setItem('m', '{}');
    expect(create().setItem('a', 1)).toBe(true);
  });
});
