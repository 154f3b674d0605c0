import { resetModules } from '@tuffet/core/testing';
import { describe, expect, test, vi } from 'vitest';
import { changeElsewhere, createModule, readEntries, resetStorage } from './module.ts';

resetStorage();

describe('a failed read', () => {
  test('shows the last values, and writes nothing that could replace others', () => {
    const { module, errors } = createModule();
    module.setItem('a', 1);
    const getItem = vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('no', 'UnknownError');
    });
    expect([module.getItem('a'), module.setItem('b', 1)]).toEqual([1, false]);
    expect(module.getItem('b')).toBe(1);
    expect(module.getHelper().isPersistent()).toBe(false);
    getItem.mockRestore();
    localStorage.setItem('m', '{"a":2}');
    expect(module.getHelper().getModule()).toEqual({ a: 2, b: 1 });
    expect(module.setItem('b', 2)).toBe(true);
    expect(readEntries()).toEqual({ m: '{"a":2,"b":2}' });
    expect(errors.map((error) => error.code)).toEqual(['denied']);
    expect(module.getHelper().isPersistent()).toBe(true);
  });
});

describe('a failed write', () => {
  function refuse(name: string) {
    resetModules();
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('no', name);
    });
  }

  test('to a full storage changes nothing, returns false and is reported', () => {
    createModule().module.setItem('a', 1);
    refuse('QuotaExceededError');
    const { module, store, errors } = createModule();
    const listener = vi.fn();
    store.subscribe(listener);
    expect(module.setItem('a', 2)).toBe(false);
    expect([module.getItem('a'), localStorage.getItem('m')]).toEqual([1, '{"a":1}']);
    expect(errors.map((error) => error.code)).toEqual(['quota']);
    expect(listener).not.toHaveBeenCalled();
    expect(module.getHelper().isPersistent()).toBe(true);
  });

  test('for any other reason holds the change in memory, and the next write stores it', () => {
    createModule().module.setItem('a', 1);
    refuse('SecurityError');
    const { module, store, errors } = createModule();
    const listener = vi.fn();
    store.subscribe(listener);
    expect(module.setItem('a', 2)).toBe(false);
    expect(module.setItem('b', 3)).toBe(false);
    expect(module.getHelper().getModule()).toEqual({ a: 2, b: 3 });
    expect(listener).toHaveBeenCalledTimes(2);
    expect(errors.map((error) => error.code)).toEqual(['denied']);
    expect([module.getHelper().isPersistent(), readEntries()]).toEqual([false, { m: '{"a":1}' }]);
    vi.restoreAllMocks();
    resetModules();
  });

  test('is stored by the next write that succeeds', () => {
    const setItem = vi.spyOn(Storage.prototype, 'setItem');
    resetModules();
    const { module, errors } = createModule();
    module.setItem('b', 0);
    setItem.mockImplementationOnce(() => {
      throw new DOMException('no', 'UnknownError');
    });
    expect(module.setItem('a', 1)).toBe(false);
    expect(module.setItem('a', 1)).toBe(true);
    expect(readEntries()).toEqual({ m: '{"b":0,"a":1}' });
    expect([module.getHelper().isPersistent(), errors.length]).toEqual([true, 1]);
  });

  test('is held as a copy, which later changes of the value do not affect', () => {
    const setItem = vi.spyOn(Storage.prototype, 'setItem');
    resetModules();
    const { module } = createModule();
    setItem.mockImplementationOnce(() => {
      throw new DOMException('no', 'UnknownError');
    });
    const list = [1];
    module.setItem('list', list);
    list.push(2);
    module.setItem('a', 1);
    expect(JSON.parse(localStorage.getItem('m') as string)).toEqual({ list: [1], a: 1 });
  });

  test('gives way to a value that another tab has stored since', () => {
    const setItem = vi.spyOn(Storage.prototype, 'setItem');
    resetModules();
    const { module } = createModule();
    module.getHelper().setModule({ a: 0, b: 0 });
    setItem.mockImplementationOnce(() => {
      throw new DOMException('no', 'UnknownError');
    });
    module.getHelper().setModule({ a: 1, b: 1 });
    changeElsewhere('{"a":5,"b":0}');
    expect(module.getHelper().getModule()).toEqual({ a: 5, b: 1 });
    module.setItem('list', []);
    expect(JSON.parse(localStorage.getItem('m') as string)).toEqual({ a: 5, b: 1, list: [] });
  });

  test('that the browser ignores is noticed', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {});
    resetModules();
    const { module, errors } = createModule();
    expect([module.setItem('a', 1), module.getItem('a')]).toEqual([false, 1]);
    expect(errors.map((error) => error.code)).toEqual(['denied']);
    vi.restoreAllMocks();
    resetModules();
  });

  test('of clearModule is reported, and the module keeps its values', () => {
    const removeItem = vi.spyOn(Storage.prototype, 'removeItem');
    resetModules();
    const { module, errors } = createModule();
    module.setItem('a', 1);
    removeItem.mockImplementation(() => {
      throw new DOMException('no', 'SecurityError');
    });
    expect(module.getHelper().clearModule()).toBe(false);
    expect([module.size(), readEntries()]).toEqual([1, { m: '{"a":1}' }]);
    expect(errors.map((error) => error.code)).toEqual(['denied']);
    vi.restoreAllMocks();
    resetModules();
  });

  test.each([
    ['the old one', '{"a":1}'],
    ['nothing', null],
  ])('while replacing the entry restores %s', (_, before) => {
    if (before) localStorage.setItem('m', before);
    resetModules();
    const native = Storage.prototype.setItem;
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, text) {
      if (text.length > 20) throw new DOMException('no', 'QuotaExceededError');
      native.call(this, key, text);
    });
    const { store, errors } = createModule();
    expect(store.replace({ list: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] })).toBe(false);
    expect([localStorage.getItem('m'), store.exists()]).toEqual([before, before !== null]);
    expect(errors.map(({ code, hint }) => [code, hint])).toEqual([
      ['quota', 'Storage is full, so nothing was changed. Remove data you no longer need.'],
    ]);
  });
});
