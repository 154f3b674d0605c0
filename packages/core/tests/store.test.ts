import { StorageModule } from '@tuffet/core';
import { resetModules } from '@tuffet/core/testing';
import { describe, expect, test, vi } from 'vitest';
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

describe('an unusable entry', () => {
  test.each(['foo', 'null', '"str"', '123', '[{"a":1}]', 'true', '{"a":1', ''])(
    'is reported as corrupt and backed up, and the module is reset: %j',
    { tags: ['lib-corrupted-entry', 'defect-corrupted-entry'] },
    (raw) => {
      localStorage.setItem('m', raw);
      const { module, errors } = createModule();
      expect(module.getItem('a')).toBeUndefined();
      expect(errors).toHaveLength(1);
      expect(errors[0]).toMatchObject({ code: 'corrupt', key: 'm', raw });
      expect(errors[0]?.hint).toMatch(
        /^The stored entry is not a JSON object\. .* under "m__corrupt"\.$/,
      );
      expect(errors[0]?.link).toMatch(/#error-corrupt$/);
      expect(localStorage.getItem('m__corrupt')).toBe(raw);
      expect(localStorage.getItem('m')).toBe('{}');
      expect(module.setItem('a', 1)).toBe(true);
      expect(localStorage.getItem('m')).toBe('{"a":1}');
    },
  );

  test('is left unchanged if the handler throws, and reads throw that error', () => {
    localStorage.setItem('m', 'foo');
    const { module } = createModule();
    let thrown: unknown;
    module.getHelper().setErrorHandler((error) => {
      thrown = error;
      throw error;
    });
    for (let i = 0; i < 2; i++) expect(() => module.getItem('a')).toThrow(thrown as Error);
    expect(localStorage.getItem('m')).toBe('foo');
    expect(localStorage.getItem('m__corrupt')).toBeNull();
  });

  test.each([
    ['reads', () => {}],
    ['writes', (module: Created['module']) => module.setItem('a', 2)],
    ['clears', (module: Created['module']) => module.getHelper().clearModule()],
  ])('is reported once to a handler that %s the module', (verb, use) => {
    const { module, store } = createModule();
    module.setItem('a', 1);
    const seen: unknown[] = [];
    module.getHelper().setErrorHandler(({ code }) => {
      seen.push(code, module.getItem('a'));
      use(module);
    });
    changeElsewhere('broken');
    expect(seen).toEqual(['corrupt', 1]);
    expect(module.getItem('a')).toBe(verb === 'writes' ? 2 : undefined);
    expect(store.exists()).toBe(verb !== 'clears');
    expect(localStorage.getItem('m__corrupt')).toBe(verb === 'clears' ? null : 'broken');
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

  test('has a backup that clearModule deletes before subscribers are notified, and clear too', () => {
    const { module, store } = createModule();
    module.setItem('a', 1);
    localStorage.setItem('m__corrupt', 'foo');
    const seen: unknown[] = [];
    const unsubscribe = store.subscribe(() => seen.push(localStorage.getItem('m__corrupt')));
    module.getHelper().clearModule();
    unsubscribe();
    expect(seen).toEqual([null]);
    for (const clear of [() => module.getHelper().clearModule(), () => module.clear()]) {
      localStorage.setItem('m', 'foo');
      module.getItem('a');
      expect(localStorage.getItem('m__corrupt')).toBe('foo');
      clear();
      expect(localStorage.getItem('m__corrupt')).toBeNull();
    }
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

  test('for any other reason switches to memory', () => {
    createModule().module.setItem('a', 1);
    refuse('SecurityError');
    const { module, errors } = createModule();
    expect(module.setItem('a', 2)).toBe(true);
    expect(module.getItem('a')).toBe(2);
    expect(errors.map((error) => error.code)).toEqual(['denied']);
    expect(module.getHelper().isPersistent()).toBe(false);
    expect(module.setItem('b', 3)).toBe(true);
    expect(module.getHelper().getModule()).toEqual({ a: 2, b: 3 });
    expect(errors).toHaveLength(1);
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
