import { StorageModule, type TuffetError } from '@tuffet/core';
import { describe, expect, test, vi } from 'vitest';
import { HINTS } from '../src/hints.ts';
import { type Module, resetStorage } from './module.ts';

resetStorage();

describe.each(['local', 'session'] as const)('blocked %s storage', (type) => {
  const cause = new DOMException('blocked', 'SecurityError');

  function create() {
    vi.spyOn(window, `${type}Storage`, 'get').mockImplementation(() => {
      throw cause;
    });
    const module = new StorageModule<Module>('m', type);
    const errors: TuffetError[] = [];
    module.getHelper().setErrorHandler((error) => void errors.push(error));
    return { module, helper: module.getHelper(), errors };
  }

  test('is reported once, at the first access', () => {
    const { module, errors } = create();
    expect(errors).toEqual([]);
    module.getItem('a');
    module.setItem('a', 1);
    module.getItem('a');
    expect(errors).toEqual([expect.objectContaining({ code: 'denied', key: 'm', cause })]);
    expect(errors[0]?.hint).toMatch(/values are only in memory/);
  });

  test('is reported once to a handler that reads the module', () => {
    const { module, helper } = create();
    const handler = vi.fn(() => module.getItem('a'));
    helper.setErrorHandler(handler);
    module.setItem('a', 1);
    expect(handler).toHaveBeenCalledTimes(1);
    expect(module.getItem('a')).toBe(1);
  });

  test('is reported again if the handler throws', () => {
    const { module, helper } = create();
    helper.setErrorHandler((error) => {
      throw error;
    });
    for (let i = 0; i < 2; i++) expect(() => module.getItem('a')).toThrow('denied');
  });

  test('keeps values in memory', () => {
    const { module, helper } = create();
    expect([module.getItem('a'), helper.getExistence()]).toEqual([undefined, false]);
    expect(module.setItem('a', 1)).toBe(true);
    expect(module.setItem('b', 2)).toBe(true);
    expect([helper.getModule(), helper.getExistence()]).toEqual([{ a: 1, b: 2 }, true]);
    expect(helper.clearModule()).toBe(true);
    expect([helper.getModule(), helper.getExistence()]).toEqual([{}, false]);
    expect(helper.isPersistent()).toBe(false);
  });

  test('may also be null, or throw when it is read', () => {
    vi.spyOn(window, `${type}Storage`, 'get').mockReturnValue(null as never);
    const module = new StorageModule<Module>('m', type);
    module.getHelper().setErrorHandler(() => {});
    expect([module.setItem('a', 1), module.getHelper().isPersistent()]).toEqual([true, false]);
    vi.restoreAllMocks();
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw cause;
    });
    const other = new StorageModule<Module>('other', type);
    other.getHelper().setErrorHandler(() => {});
    expect([other.setItem('a', 1), other.getItem('a')]).toEqual([true, 1]);
  });

  test('needs no protection', () => {
    const { setItem } = Storage.prototype;
    const { module, helper } = create();
    helper.protect('strict');
    expect(Storage.prototype.setItem).toBe(setItem);
    expect(module.setItem('a', 1)).toBe(true);
  });
});

test('the hint names the option of Node only where Node runs', () => {
  vi.stubGlobal('process', { versions: { node: '24.0.0' } });
  expect(HINTS.denied()).toMatch(/^No web storage, .* run it with --no-experimental-webstorage\.$/);
  for (const process of [undefined, { env: {} }]) {
    vi.stubGlobal('process', process); // bundlers may define an incomplete one
    expect(HINTS.denied()).toMatch(/^The browser blocks storage, so values are only in memory/);
  }
});
