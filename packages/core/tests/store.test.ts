import { resetModules } from '@tuffet/core/testing';
import { describe, expect, test, vi } from 'vitest';
import { changeElsewhere, createModule, resetStorage } from './module.ts';

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
