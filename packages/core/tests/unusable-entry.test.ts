import { StorageModule } from '@tuffet/core';
import { resetModules } from '@tuffet/core/testing';
import { describe, expect, test, vi } from 'vitest';
import { createMark } from '../src/store/write-marks.ts';
import {
  type Created,
  changeElsewhere,
  createModule,
  type Module,
  readEntries,
  resetStorage,
} from './module.ts';

resetStorage();

describe('an unusable entry', () => {
  test.each(['foo', 'null', '"str"', '123', '[{"a":1}]', 'true', '{"a":1', ''])(
    'is reported as corrupt, and kept until a write saves it as a backup: %j',
    { tags: ['lib-corrupted-entry', 'defect-corrupted-entry'] },
    (raw) => {
      localStorage.setItem('m', raw);
      const { module, errors } = createModule();
      expect(module.getItem('a')).toBeUndefined();
      expect(errors).toHaveLength(1);
      expect(errors[0]).toMatchObject({ code: 'corrupt', key: 'm', raw });
      expect(errors[0]?.hint).toMatch(
        /^The stored entry is not a JSON object.* "m__backup<number>"/,
      );
      expect(errors[0]?.link).toMatch(/#error-corrupt$/);
      expect(readEntries()).toEqual({ m: raw });
      expect(module.setItem('a', 1)).toBe(true);
      expect(readEntries()).toEqual({ m: '{"a":1}', m__backup1: raw });
      expect([errors.length, module.getHelper().isPersistent()]).toEqual([1, true]);
    },
  );

  test('never replaces a backup, and saves the same text once', () => {
    const { module } = createModule();
    const corrupt = (text: string) => {
      changeElsewhere(text);
      return module.setItem('a', 1);
    };
    expect(['one', 'two', 'one'].map(corrupt)).toEqual([true, true, true]);
    expect(readEntries()).toEqual({ m: '{"a":1}', m__backup1: 'one', m__backup2: 'two' });
  });

  test.each([
    ['the bound is reached', 8, ''],
    ['the backup does not fit', 0, 'QuotaExceededError'],
    ['the backup is denied', 0, 'SecurityError'],
  ])('stays, and changes are only in memory, if %s', (_, backups, failure) => {
    for (let i = 1; i <= backups; i++) localStorage.setItem(`m__backup${i}`, `${i}`);
    localStorage.setItem('m', 'foo');
    const before = readEntries();
    resetModules();
    if (failure) {
      vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
        throw new DOMException('no', failure);
      });
    }
    const { module, errors } = createModule();
    expect(module.setItem('a', 1)).toBe(false);
    expect(module.setItem('b', 2)).toBe(false);
    expect(module.getHelper().getModule()).toEqual({ a: 1, b: 2 });
    expect(module.getHelper().isPersistent()).toBe(false);
    expect(readEntries()).toEqual(before);
    const code = failure === 'SecurityError' ? 'denied' : 'quota';
    expect(errors.map((error) => error.code)).toEqual(['corrupt', code]);
    vi.restoreAllMocks();
  });

  test('is stored with the changes in memory as soon as there is room for its backup', () => {
    for (let i = 1; i <= 8; i++) localStorage.setItem(`m__backup${i}`, `${i}`);
    localStorage.setItem('m', 'foo');
    const { module } = createModule();
    module.setItem('a', 1);
    localStorage.removeItem('m__backup3');
    expect(module.setItem('b', 2)).toBe(true);
    const text = `{"a":1,"b":2}${createMark(['a', 'b'])}`;
    expect(readEntries()).toMatchObject({ m: text, m__backup3: 'foo' });
    expect(module.getHelper().isPersistent()).toBe(true);
  });

  test('is left unchanged if the handler throws, and reads throw that error', () => {
    localStorage.setItem('m', 'foo');
    const { module } = createModule();
    let thrown: unknown;
    module.getHelper().setErrorHandler((error) => {
      thrown = error;
      throw error;
    });
    for (let i = 0; i < 2; i++) expect(() => module.getItem('a')).toThrow(thrown as Error);
    expect(readEntries()).toEqual({ m: 'foo' });
  });

  test.each([
    ['reads', () => {}, { m: 'broken' }],
    [
      'writes',
      (module: Created['module']) => module.setItem('a', 2),
      { m: '{"a":2}', m__backup1: 'broken' },
    ],
    ['clears', (module: Created['module']) => module.getHelper().clearModule(), {}],
  ])('is reported once to a handler that %s the module', (verb, use, expected) => {
    const { module, store } = createModule();
    module.setItem('a', 1);
    const seen: unknown[] = [];
    module.getHelper().setErrorHandler(({ code }) => {
      seen.push(code, module.getItem('a'));
      use(module);
    });
    changeElsewhere('broken');
    expect(seen).toEqual(['corrupt', undefined]);
    expect(module.getItem('a')).toBe(verb === 'writes' ? 2 : undefined);
    expect(store.exists()).toBe(verb !== 'clears');
    expect(readEntries()).toEqual(expected);
  });

  test('is logged to the console by default', () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    localStorage.setItem('m', 'foo');
    new StorageModule<Module>('m', 'local').getItem('a');
    expect(log).toHaveBeenCalledWith(expect.objectContaining({ code: 'corrupt' }));
  });

  test('that appears while the page is open notifies subscribers', () => {
    const { module, store, errors } = createModule();
    module.setItem('a', 1);
    const listener = vi.fn();
    store.subscribe(listener, 'a');
    changeElsewhere('broken');
    expect(listener).toHaveBeenCalledTimes(1);
    expect(errors.map((error) => error.code)).toEqual(['corrupt']);
    expect(module.getItem('a')).toBeUndefined();
  });

  test('has backups that clearModule deletes before subscribers are notified', () => {
    const { module, store } = createModule();
    module.setItem('a', 1);
    for (const name of ['m__corrupt', 'm__backup1', 'm__backup8', 'm__backup9', 'm2__backup1']) {
      localStorage.setItem(name, 'foo');
    }
    const seen: string[][] = [];
    store.subscribe(() => seen.push(Object.keys({ ...localStorage }).sort()));
    module.getHelper().clearModule();
    expect(seen).toEqual([['m2__backup1', 'm__backup9']]);
  });

  test('is backed up by clear, and deleted by clearModule', () => {
    const { module } = createModule();
    changeElsewhere('one');
    expect(module.clear()).toBe(true);
    expect(readEntries()).toEqual({ m: '{}', m__backup1: 'one' });
    changeElsewhere('two');
    expect(module.getHelper().clearModule()).toBe(true);
    expect(readEntries()).toEqual({});
  });

  test('is not backed up by a replacement that deletes backups', () => {
    const { store } = createModule();
    localStorage.setItem('m__backup1', 'one');
    changeElsewhere('two');
    expect(store.replace({ a: 1 }, true)).toBe(true);
    expect(readEntries()).toEqual({ m: '{"a":1}' });
  });

  test('is not filled with initial values', () => {
    const { store } = createModule();
    store.configure({ initial: { a: 1 } });
    changeElsewhere('foo');
    store.fill();
    expect(readEntries()).toEqual({ m: 'foo' });
    changeElsewhere('{"b":2}');
    store.fill();
    expect(readEntries()).toEqual({ m: '{"b":2,"a":1}\t' });
  });
});
