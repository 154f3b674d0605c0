import { describe, expect, test, vi } from 'vitest';
import { createMark } from '../src/store/write-marks.ts';
import { changeElsewhere, createModule, resetStorage } from './module.ts';

resetStorage();

describe('another tab', () => {
  test('changes a value: the cache is updated and its subscribers are notified', () => {
    const { module, store } = createModule();
    module.setItem('a', 1);
    module.setItem('b', 1);
    const [onA, onB] = [vi.fn(), vi.fn()];
    store.subscribe(onA, 'a');
    store.subscribe(onB, 'b');
    changeElsewhere('{"a":2,"b":1}');
    expect(module.getItem('a')).toBe(2);
    expect([onA.mock.calls.length, onB.mock.calls.length]).toEqual([1, 0]);
  });

  test('removes the entry or clears the storage: the module is empty', () => {
    const { module } = createModule();
    module.setItem('a', 1);
    changeElsewhere(null);
    expect(module.contains('a')).toBe(false);
    module.setItem('a', 2);
    const listener = vi.fn();
    module.store.subscribe(listener, 'a');
    changeElsewhere(null, null);
    expect(listener).toHaveBeenCalledTimes(1);
  });

  test('changes another key or another storage: no subscriber is called', () => {
    const { module, store } = createModule();
    module.setItem('a', 1);
    const listener = vi.fn();
    store.subscribe(listener);
    localStorage.setItem('m', '{"a":2}');
    dispatchEvent(new StorageEvent('storage', { key: 'other', storageArea: localStorage }));
    dispatchEvent(new StorageEvent('storage', { key: 'm', storageArea: sessionStorage }));
    expect(listener).not.toHaveBeenCalled();
  });

  test('undoes our write unknowingly: it is repaired, and both writes are kept', () => {
    const { module } = createModule();
    module.setItem('a', 0);
    module.setItem('b', 0);
    module.setItem('a', 1);
    changeElsewhere('{"a":0,"b":1}');
    expect(module.getHelper().getModule()).toEqual({ a: 1, b: 1 });
    expect(JSON.parse(localStorage.getItem('m') as string)).toEqual({ a: 1, b: 1 });
  });

  test('undoes our removal unknowingly: it is removed again', () => {
    const { module } = createModule();
    module.setItem('a', 0);
    module.removeItem('a');
    changeElsewhere('{"a":0,"b":1}');
    expect(module.getHelper().getModule()).toEqual({ b: 1 });
  });

  test('undoes a property that we had added: it is added again', () => {
    const { module } = createModule();
    module.setItem('b', 0);
    module.setItem('a', 1);
    changeElsewhere('{"b":1}');
    expect(module.getHelper().getModule()).toEqual({ a: 1, b: 1 });
  });

  test('stores the entry again after we removed it: the values that we had written are not added', () => {
    vi.stubGlobal('mozInnerScreenX', 0); // Only Firefox has it: old values in its events are inexact.
    const { module } = createModule();
    module.setItem('b', 0);
    module.setItem('a', 1);
    module.getHelper().clearModule();
    localStorage.setItem('m', '{"b":1}');
    const texts = { oldValue: '{"b":0}', newValue: '{"b":1}' };
    dispatchEvent(new StorageEvent('storage', { key: 'm', storageArea: localStorage, ...texts }));
    vi.unstubAllGlobals();
    expect(module.getHelper().getModule()).toEqual({ b: 1 });
  });

  test('wrote while this page was in the back/forward cache: pageshow notifies subscribers', () => {
    const { module, store } = createModule();
    module.setItem('a', 1);
    const listener = vi.fn();
    store.subscribe(listener, 'a');
    localStorage.setItem('m', '{"a":2}');
    dispatchEvent(new Event('pageshow'));
    expect(listener).toHaveBeenCalledTimes(1);
  });
});

describe('two tabs that write at the same time', () => {
  /** Sets `a` and then `b`, so that both writes are tracked. */
  function writeBoth() {
    const created = createModule();
    created.store.commit({ a: 0 });
    created.store.commit({ b: 0 });
    created.module.setItem('a', 1);
    created.module.setItem('b', 1);
    return created;
  }

  test('of several undone properties, the intended one leads there from a known state', () => {
    const { module } = writeBoth();
    changeElsewhere('{"a":0,"b":0}');
    expect(module.getHelper().getModule()).toEqual({ a: 0, b: 1 });
  });

  test('all undone properties are repaired by one write, before subscribers are notified', () => {
    const { module } = writeBoth();
    const seen: unknown[] = [];
    module.store.subscribe(() => seen.push(module.getHelper().getModule()));
    changeElsewhere('{"a":0,"b":0,"list":[]}');
    expect(seen).toEqual([{ a: 1, b: 1, list: [] }]);
    expect(localStorage.getItem('m')).toBe(`{"a":1,"b":1,"list":[]}${createMark([])}`);
  });

  test('a property that changed alone was intended: it is not restored later', () => {
    const { module } = writeBoth();
    changeElsewhere('{"a":0,"b":1}');
    changeElsewhere('{"a":1,"b":1}');
    changeElsewhere('{"a":0,"b":1,"list":[1]}');
    expect(module.getItem('a')).toBe(0);
  });

  test('several properties that no single set explains were intended', () => {
    const { module } = writeBoth();
    changeElsewhere('{"a":7,"b":8}');
    expect(module.getHelper().getModule()).toEqual({ a: 7, b: 8 });
  });

  test.each([null, 'not an entry'])('both first entries are kept, instead of %j', (before) => {
    if (before !== null) localStorage.setItem('m', before);
    const { module, store } = createModule();
    store.configure({ initial: { a: 0, b: 0, c: 0 }, onError: () => {} });
    module.setItem('a', 1);
    changeElsewhere('{"a":0,"b":2,"c":0}');
    expect(module.getHelper().getModule()).toEqual({ a: 1, b: 2, c: 0 });
    changeElsewhere(`{"a":0,"b":3,"c":4}${createMark(['b', 'c'])}`);
    expect(module.getHelper().getModule()).toEqual({ a: 1, b: 3, c: 4 });
  });

  test('a replacement of the whole entry is accepted, including properties that we just removed', () => {
    const { module } = writeBoth();
    module.removeItem('a');
    changeElsewhere(null);
    changeElsewhere('{"a":0,"b":0}');
    expect(module.getHelper().getModule()).toEqual({ a: 0, b: 0 });
  });

  test.each([0, 50, 200, 600, 900])(
    'a patch based on our values, %i ms later, is accepted completely',
    (delay) => {
      vi.useFakeTimers();
      try {
        const { module } = writeBoth();
        vi.advanceTimersByTime(delay);
        changeElsewhere(`{"a":0,"b":1,"list":[1]}${createMark(['a', 'list'])}`);
        expect(module.getHelper().getModule()).toEqual({ a: 0, b: 1, list: [1] });
      } finally {
        vi.useRealTimers();
      }
    },
  );

  test('a patch that has not seen our values is accepted, and our other values are repaired', () => {
    const { module } = writeBoth();
    changeElsewhere(`{"a":2,"b":0,"list":[1]}${createMark(['a', 'list'])}`);
    expect(module.getHelper().getModule()).toEqual({ a: 2, b: 1, list: [1] });
  });

  test('a repair by the other tab that undoes our write is repaired', () => {
    const { module } = writeBoth();
    changeElsewhere(`{"a":0,"b":1}${createMark([])}`);
    expect(module.getItem('a')).toBe(1);
  });

  test('setting the clock of the device back does not protect a write for longer than one second', () => {
    vi.useFakeTimers();
    try {
      const { module } = writeBoth();
      vi.advanceTimersByTime(1001);
      vi.setSystemTime(Date.now() - 86_400_000);
      changeElsewhere('{"a":0,"b":0,"list":[]}');
      expect(module.getItem('a')).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  test('a custom serializer never receives the mark of a patch', () => {
    const { module, store } = createModule();
    const parse = vi.fn(JSON.parse);
    store.configure({ serializer: { stringify: (value) => JSON.stringify(value), parse } });
    store.commit({ a: 0 });
    changeElsewhere(`{"a":1,"b":1}${createMark(['a', 'b'])}`);
    expect(module.getHelper().getModule()).toEqual({ a: 1, b: 1 });
    expect(parse.mock.calls.filter(([text]) => /\s$/.test(text))).toEqual([]);
    expect(parse).toHaveBeenCalledWith('{"a":1,"b":1}');
  });

  test('a write is not protected for longer than one second', () => {
    vi.useFakeTimers();
    try {
      const { module } = writeBoth();
      vi.advanceTimersByTime(1001);
      changeElsewhere('{"a":0,"b":0,"list":[]}');
      expect(module.getHelper().getModule()).toEqual({ a: 0, b: 0, list: [] });
    } finally {
      vi.useRealTimers();
    }
  });
});
