import { StorageModule } from '@tuffet/core';
import { resetModules } from '@tuffet/core/testing';
import { describe, expect, test, vi } from 'vitest';
import { createMark } from '../src/store/write-marks.ts';
import {
  type Created,
  changeElsewhere,
  createModule,
  type Module,
  resetStorage,
} from './module.ts';

resetStorage();

describe('subscribers', () => {
  test('are called once after a change of their property, and not for others', () => {
    const { module, store } = createModule();
    const [onA, onB, onAny] = [vi.fn(), vi.fn(), vi.fn()];
    store.subscribe(onA, 'a');
    store.subscribe(onB, 'b');
    store.subscribe(onAny);
    module.setItem('a', 1);
    expect([onA, onB, onAny].map((f) => f.mock.calls.length)).toEqual([1, 0, 1]);
  });

  test('see the new value when they are called', () => {
    const { module, store } = createModule();
    const seen: unknown[] = [];
    store.subscribe(() => seen.push(module.getItem('a')), 'a');
    module.setItem('a', 1);
    expect(seen).toEqual([1]);
  });

  test('are not called for a write that changes nothing', () => {
    const { module, store } = createModule();
    module.setItem('list', [1, 2]);
    const listener = vi.fn();
    store.subscribe(listener);
    expect(module.setItem('list', [1, 2])).toBe(true);
    expect(listener).not.toHaveBeenCalled();
  });

  test('are not called after they unsubscribe', () => {
    const { module, store } = createModule();
    const listener = vi.fn();
    store.subscribe(listener, 'a')();
    module.setItem('a', 1);
    expect(listener).not.toHaveBeenCalled();
  });

  test('are called once for several properties in one commit', () => {
    const { store } = createModule();
    const listener = vi.fn();
    store.subscribe(listener, 'a');
    store.subscribe(listener, 'b');
    store.commit({ a: 1, b: 2 });
    expect(listener).toHaveBeenCalledTimes(1);
  });

  test('are notified by clear, setModule and clearModule', () => {
    const { module, store } = createModule();
    module.setItem('a', 1);
    const listener = vi.fn();
    store.subscribe(listener, 'a');
    module.clear();
    module.getHelper().setModule({ a: 2 });
    module.getHelper().clearModule();
    expect(listener).toHaveBeenCalledTimes(3);
  });

  test('are notified of a direct write on this page one microtask after the next read', async () => {
    const { module, store } = createModule();
    module.setItem('a', 1);
    const listener = vi.fn();
    store.subscribe(listener);
    localStorage.setItem('m', '{"a":2}');
    module.getItem('a');
    expect(listener).not.toHaveBeenCalled();
    await Promise.resolve();
    expect(listener).toHaveBeenCalledTimes(1);
    localStorage.setItem('m', '{ "a": 2 }');
    expect(module.getItem('a')).toBe(2);
    await Promise.resolve();
    expect(listener, 'the string changed, the value did not').toHaveBeenCalledTimes(1);
  });
});

describe('a listener that throws', () => {
  /** Subscribes two listeners that throw and, after each, one that doesn't. */
  function subscribeAll() {
    const created = createModule();
    const calls: string[] = [];
    const [first, second] = [new Error('first'), new Error('second')];
    created.store.subscribe(() => {
      throw first;
    }, 'a');
    created.store.subscribe(() => calls.push('a'), 'a');
    created.store.subscribe(() => {
      throw second;
    });
    created.store.subscribe(() => calls.push('any'));
    return { ...created, calls, first, second };
  }

  test('does not stop the others, and each error is reported as uncaught', () => {
    const reported = vi.fn();
    vi.stubGlobal('reportError', reported);
    const { module, calls, first, second } = subscribeAll();
    expect(module.setItem('a', 1)).toBe(true);
    changeElsewhere('{"a":2}');
    expect(calls).toEqual(['a', 'any', 'a', 'any']);
    expect(reported.mock.calls.map(([error]) => error)).toEqual([first, second, first, second]);
    vi.unstubAllGlobals();
  });

  test('is reported in a separate task if the browser lacks reportError', () => {
    vi.stubGlobal('reportError', undefined);
    const { module, calls, first, second } = subscribeAll();
    const tasks: (() => void)[] = [];
    vi.stubGlobal('setTimeout', (task: () => void) => tasks.push(task));
    module.setItem('a', 1);
    vi.unstubAllGlobals();
    expect(calls).toEqual(['a', 'any']);
    // One task belongs to jsdom's storage.
    const thrown = tasks.flatMap((task) => {
      try {
        task();
        return [];
      } catch (error) {
        return [error];
      }
    });
    expect(thrown).toEqual([first, second]);
  });
});

describe('clearing', () => {
  test('removes the entry first, so that other tabs accept the new one as a whole', () => {
    createModule().module.setItem('a', 1);
    const removed = vi.spyOn(Storage.prototype, 'removeItem');
    resetModules();
    createModule().module.clear();
    expect(removed).toHaveBeenCalledWith('m');
    expect(localStorage.getItem('m')).toBe('{}');
  });
});

/** The entry and its backups. */
const stored = () =>
  Object.fromEntries(Object.entries({ ...localStorage }).filter(([key]) => key.startsWith('m')));

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
      expect(errors[0]?.hint).toMatch(/^The stored entry is not a JSON object.* "m__backup<number>"/);
      expect(errors[0]?.link).toMatch(/#error-corrupt$/);
      expect(stored()).toEqual({ m: raw });
      expect(module.setItem('a', 1)).toBe(true);
      expect(stored()).toEqual({ m: '{"a":1}', m__backup1: raw });
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
    expect(stored()).toEqual({ m: '{"a":1}', m__backup1: 'one', m__backup2: 'two' });
  });

  test.each([
    ['the bound is reached', 8, ''],
    ['the backup does not fit', 0, 'QuotaExceededError'],
    ['the backup is denied', 0, 'SecurityError'],
  ])('stays, and changes are only in memory, if %s', (_, backups, failure) => {
    for (let i = 1; i <= backups; i++) localStorage.setItem(`m__backup${i}`, `${i}`);
    localStorage.setItem('m', 'foo');
    const before = stored();
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
    expect(stored()).toEqual(before);
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
    expect(stored()).toMatchObject({ m: text, m__backup3: 'foo' });
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
    expect(stored()).toEqual({ m: 'foo' });
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
    expect(stored()).toEqual(expected);
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
    expect(stored()).toEqual({ m: '{}', m__backup1: 'one' });
    changeElsewhere('two');
    expect(module.getHelper().clearModule()).toBe(true);
    expect(stored()).toEqual({});
  });

  test('is not backed up by a replacement that deletes backups', () => {
    const { store } = createModule();
    localStorage.setItem('m__backup1', 'one');
    changeElsewhere('two');
    expect(store.replace({ a: 1 }, true)).toBe(true);
    expect(stored()).toEqual({ m: '{"a":1}' });
  });

  test('is not filled with initial values', () => {
    const { store } = createModule();
    store.configure({ initial: { a: 1 } });
    changeElsewhere('foo');
    store.fill();
    expect(stored()).toEqual({ m: 'foo' });
    changeElsewhere('{"b":2}');
    store.fill();
    expect(stored()).toEqual({ m: '{"b":2,"a":1}' });
  });
});

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
    expect(stored()).toEqual({ m: '{"a":2,"b":2}' });
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
    expect([module.getHelper().isPersistent(), stored()]).toEqual([false, { m: '{"a":1}' }]);
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
    expect(stored()).toEqual({ m: '{"b":0,"a":1}' });
    expect([module.getHelper().isPersistent(), errors.length]).toEqual([true, 1]);
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

  test('of clearModule is reported, and the module is only empty in memory', () => {
    const removeItem = vi.spyOn(Storage.prototype, 'removeItem');
    resetModules();
    const { module, errors } = createModule();
    module.setItem('a', 1);
    removeItem.mockImplementation(() => {
      throw new DOMException('no', 'SecurityError');
    });
    expect(module.getHelper().clearModule()).toBe(false);
    expect([module.size(), stored()]).toEqual([0, { m: '{"a":1}' }]);
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

test('an entry is parsed once, and is the same object until something changes', () => {
  localStorage.setItem('m', '{"a":1,"list":[1]}');
  const { store } = createModule();
  const parse = vi.fn(JSON.parse);
  store.configure({ serializer: { stringify: (value) => JSON.stringify(value), parse } });
  const entry = store.read();
  expect(store.read()).toBe(entry);
  expect(parse).toHaveBeenCalledTimes(1);
});

test('the first read of an entry notifies no subscriber', async () => {
  localStorage.setItem('m', '{"a":1}');
  const { module, store } = createModule();
  const listener = vi.fn();
  store.subscribe(listener);
  module.getItem('a');
  await Promise.resolve();
  expect(listener).not.toHaveBeenCalled();
});

test('an entry can be read without asking the storage', () => {
  const { module, store } = createModule();
  module.setItem('a', 1);
  const entry = store.read();
  localStorage.setItem('m', '{"a":2}');
  expect(store.peek()).toBe(entry);
});

test('removing the entry notifies subscribers once', async () => {
  const { module, store } = createModule();
  module.setItem('a', 1);
  const listener = vi.fn();
  store.subscribe(listener);
  module.getHelper().clearModule();
  module.getItem('a');
  await Promise.resolve();
  expect(listener).toHaveBeenCalledTimes(1);
});

test('a write serializes only the changed value, and one that changes nothing writes nothing', () => {
  const setItem = vi.spyOn(Storage.prototype, 'setItem');
  resetModules();
  const { store } = createModule();
  store.commit({ a: 1, list: [1, 2] });
  setItem.mockClear();
  const stringify = vi.spyOn(JSON, 'stringify');
  store.commit({ a: 2 });
  expect(stringify.mock.calls.filter(([value]) => typeof value === 'object')).toEqual([]);
  store.commit({ a: 2 });
  expect(setItem.mock.calls).toEqual([['m', '{"a":2,"list":[1,2]}']]);
});

test('a subscriber that another one unsubscribed during the notification is not called', () => {
  const { module, store } = createModule();
  const late = vi.fn();
  let unsubscribe = () => {};
  store.subscribe(() => unsubscribe(), 'a');
  unsubscribe = store.subscribe(late, 'a');
  module.setItem('a', 1);
  expect(late).not.toHaveBeenCalled();
});
