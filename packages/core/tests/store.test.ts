import { StorageModule, type TuffetError } from '@tuffet/core';
import { resetModules } from '@tuffet/core/testing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createMark } from '../src/store/write-marks.ts';

type Module = { a?: number; b?: number; list?: number[] };

beforeEach(() => {
  resetModules();
  localStorage.clear();
});

afterEach(() => vi.restoreAllMocks());

const create = () => {
  const module = new StorageModule<Module>('m', 'local');
  const errors: TuffetError[] = [];
  module.getHelper().setErrorHandler((error) => void errors.push(error));
  return { module, store: module.store, errors };
};

/** What a browser does when another tab has changed the entry. */
function changeElsewhere(newValue: string | null, key: string | null = 'm') {
  const oldValue = localStorage.getItem('m');
  if (newValue === null) localStorage.removeItem('m');
  else localStorage.setItem('m', newValue);
  dispatchEvent(
    new StorageEvent('storage', { key, oldValue, newValue, storageArea: localStorage }),
  );
}

describe('subscriptions', () => {
  test('are called once after a change of their property, and not for others', () => {
    const { module, store } = create();
    const [onA, onB, onAny] = [vi.fn(), vi.fn(), vi.fn()];
    store.subscribe(onA, 'a');
    store.subscribe(onB, 'b');
    store.subscribe(onAny);
    module.setItem('a', 1);
    expect([onA, onB, onAny].map((f) => f.mock.calls.length)).toEqual([1, 0, 1]);
  });

  test('see the new value when they are called', () => {
    const { module, store } = create();
    const seen: unknown[] = [];
    store.subscribe(() => seen.push(module.getItem('a')), 'a');
    module.setItem('a', 1);
    expect(seen).toEqual([1]);
  });

  test('are not called for a write that changes nothing', () => {
    const { module, store } = create();
    module.setItem('list', [1, 2]);
    const listener = vi.fn();
    store.subscribe(listener);
    expect(module.setItem('list', [1, 2])).toBe(true);
    expect(listener).not.toHaveBeenCalled();
  });

  test('end when told so', () => {
    const { module, store } = create();
    const listener = vi.fn();
    store.subscribe(listener, 'a')();
    module.setItem('a', 1);
    expect(listener).not.toHaveBeenCalled();
  });

  test('are called once for several properties in one commit', () => {
    const { store } = create();
    const listener = vi.fn();
    store.subscribe(listener, 'a');
    store.subscribe(listener, 'b');
    store.commit({ a: 1, b: 2 });
    expect(listener).toHaveBeenCalledTimes(1);
  });

  test('hear of clear, setModule and clearModule', () => {
    const { module, store } = create();
    module.setItem('a', 1);
    const listener = vi.fn();
    store.subscribe(listener, 'a');
    module.clear();
    module.getHelper().setModule({ a: 2 });
    module.getHelper().clearModule();
    expect(listener).toHaveBeenCalledTimes(3);
  });

  test('hear of a raw write in this page once somebody reads, a microtask later', async () => {
    const { module, store } = create();
    module.setItem('a', 1);
    const listener = vi.fn();
    store.subscribe(listener, 'a');
    localStorage.setItem('m', '{"a":2}');
    module.getItem('a');
    expect(listener).not.toHaveBeenCalled();
    await Promise.resolve();
    expect(listener).toHaveBeenCalledTimes(1);
  });
});

describe('a listener that throws', () => {
  /** Subscribes two that throw and, after each, one that doesn't. */
  function subscribeAll() {
    const created = create();
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

  test('is reported in a task of its own by a browser without reportError', () => {
    vi.stubGlobal('reportError', undefined);
    const { module, calls, first, second } = subscribeAll();
    const tasks: (() => void)[] = [];
    vi.stubGlobal('setTimeout', (task: () => void) => tasks.push(task));
    module.setItem('a', 1);
    vi.unstubAllGlobals();
    expect(calls).toEqual(['a', 'any']);
    // Among them is a task of the simulated storage.
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

describe('another tab', () => {
  test('changes a value: the cache follows and its subscribers hear of it', () => {
    const { module, store } = create();
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
    const { module } = create();
    module.setItem('a', 1);
    changeElsewhere(null);
    expect(module.contains('a')).toBe(false);
    module.setItem('a', 2);
    const listener = vi.fn();
    module.store.subscribe(listener, 'a');
    changeElsewhere(null, null);
    expect(listener).toHaveBeenCalledTimes(1);
  });

  test('changes another key or another storage: nobody is called', () => {
    const { module, store } = create();
    module.setItem('a', 1);
    const listener = vi.fn();
    store.subscribe(listener);
    localStorage.setItem('m', '{"a":2}');
    dispatchEvent(new StorageEvent('storage', { key: 'other', storageArea: localStorage }));
    dispatchEvent(new StorageEvent('storage', { key: 'm', storageArea: sessionStorage }));
    expect(listener).not.toHaveBeenCalled();
  });

  test('undoes our write unknowingly: it is written again beside theirs', () => {
    const { module } = create();
    module.setItem('a', 0);
    module.setItem('b', 0);
    module.setItem('a', 1);
    changeElsewhere('{"a":0,"b":1}');
    expect(module.getHelper().getModule()).toEqual({ a: 1, b: 1 });
    expect(JSON.parse(localStorage.getItem('m') as string)).toEqual({ a: 1, b: 1 });
  });

  test('undoes our removal unknowingly: it is removed again', () => {
    const { module } = create();
    module.setItem('a', 0);
    module.removeItem('a');
    changeElsewhere('{"a":0,"b":1}');
    expect(module.getHelper().getModule()).toEqual({ b: 1 });
  });

  test('undoes a property that we had added: it is added again', () => {
    const { module } = create();
    module.setItem('b', 0);
    module.setItem('a', 1);
    changeElsewhere('{"b":1}');
    expect(module.getHelper().getModule()).toEqual({ a: 1, b: 1 });
  });

  test('sets our property back on purpose: the last writer wins', () => {
    const { module } = create();
    module.setItem('a', 0);
    module.setItem('a', 1);
    changeElsewhere('{"a":0}');
    expect(module.getItem('a')).toBe(0);
  });

  test('writes a value of its own beside another one: the last writer wins', () => {
    const { module } = create();
    module.setItem('a', 0);
    module.setItem('a', 1);
    changeElsewhere('{"a":2,"b":1}');
    expect(module.getHelper().getModule()).toEqual({ a: 2, b: 1 });
  });

  test('puts a whole old entry back more than a second later: the last writer wins', () => {
    vi.useFakeTimers();
    try {
      const { module } = create();
      module.setItem('a', 0);
      module.setItem('a', 1);
      vi.advanceTimersByTime(1001);
      changeElsewhere('{"a":0,"b":1}');
      expect(module.getItem('a')).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  test('replaces the whole entry, by way of removing it: that stands', () => {
    const { module } = create();
    module.setItem('a', 0);
    module.setItem('a', 1);
    changeElsewhere(null);
    changeElsewhere('{"a":0,"b":0}');
    expect(module.getHelper().getModule()).toEqual({ a: 0, b: 0 });
  });

  test('has written while this page was in the back/forward cache: pageshow re-reads and tells', () => {
    const { module, store } = create();
    module.setItem('a', 1);
    const listener = vi.fn();
    store.subscribe(listener, 'a');
    localStorage.setItem('m', '{"a":2}');
    dispatchEvent(new Event('pageshow'));
    expect(listener).toHaveBeenCalledTimes(1);
  });
});

describe('clearing', () => {
  test('leaves a gap in storage, so that other tabs do not take it for an accident', () => {
    create().module.setItem('a', 1);
    const removed = vi.spyOn(Storage.prototype, 'removeItem');
    resetModules();
    create().module.clear();
    expect(removed).toHaveBeenCalledWith('m');
  });
});

describe('an entry that cannot be used', () => {
  test.each(['foo', 'null', '"str"', '123', '[]', 'true', '{"a":1', ''])(
    'is reported as corrupt and backed up, and the module is reset: %j',
    { tags: ['lib-corrupted-entry'] },
    (raw) => {
      localStorage.setItem('m', raw);
      const { module, errors } = create();
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

  test('throws what its handler throws, and stays as it is', () => {
    localStorage.setItem('m', 'foo');
    const { module } = create();
    let thrown: unknown;
    module.getHelper().setErrorHandler((error) => {
      thrown = error;
      throw error;
    });
    for (let i = 0; i < 2; i++) expect(() => module.getItem('a')).toThrow(thrown as Error);
    expect(localStorage.getItem('m')).toBe('foo');
    expect(localStorage.getItem('m__corrupt')).toBeNull();
  });

  test('is reported to the console when nobody listens', () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    localStorage.setItem('m', 'foo');
    new StorageModule<Module>('m', 'local').getItem('a');
    expect(log).toHaveBeenCalledWith(expect.objectContaining({ code: 'corrupt' }));
  });

  test('appears while the page is open: subscribers hear that the values are gone', () => {
    const { module, store, errors } = create();
    module.setItem('a', 1);
    const listener = vi.fn();
    store.subscribe(listener, 'a');
    changeElsewhere('broken');
    expect(listener).toHaveBeenCalledTimes(1);
    expect(errors.map((error) => error.code)).toEqual(['corrupt']);
    expect(module.getItem('a')).toBeUndefined();
  });

  test('is forgotten by clearModule and setModule', () => {
    const { module } = create();
    for (const forget of [() => module.getHelper().clearModule(), () => module.clear()]) {
      localStorage.setItem('m', 'foo');
      module.getItem('a');
      expect(localStorage.getItem('m__corrupt')).toBe('foo');
      forget();
      expect(localStorage.getItem('m__corrupt')).toBeNull();
    }
  });
});

describe('a write that the browser refuses', () => {
  function refuse(name: string) {
    resetModules();
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('no', name);
    });
  }

  test('for lack of room changes nothing, returns false and is reported', () => {
    create().module.setItem('a', 1);
    refuse('QuotaExceededError');
    const { module, store, errors } = create();
    const listener = vi.fn();
    store.subscribe(listener);
    expect(module.setItem('a', 2)).toBe(false);
    expect([module.getItem('a'), localStorage.getItem('m')]).toEqual([1, '{"a":1}']);
    expect(errors.map((error) => error.code)).toEqual(['quota']);
    expect(listener).not.toHaveBeenCalled();
    expect(module.getHelper().isPersistent()).toBe(true);
  });

  test('for another reason goes on in memory', () => {
    create().module.setItem('a', 1);
    refuse('SecurityError');
    const { module, errors } = create();
    expect(module.setItem('a', 2)).toBe(true);
    expect(module.getItem('a')).toBe(2);
    expect(errors.map((error) => error.code)).toEqual(['denied']);
    expect(module.getHelper().isPersistent()).toBe(false);
    expect(module.setItem('b', 3)).toBe(true);
    expect(module.getHelper().getModule()).toEqual({ a: 2, b: 3 });
    expect(errors).toHaveLength(1);
  });

  test('while replacing the entry puts the old one back', () => {
    create().module.setItem('a', 1);
    resetModules();
    const native = Storage.prototype.setItem;
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, text) {
      if (text.length > 20) throw new DOMException('no', 'QuotaExceededError');
      native.call(this, key, text);
    });
    const { module, errors } = create();
    expect(module.getHelper().setModule({ list: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] })).toBe(false);
    expect([localStorage.getItem('m'), module.getItem('a')]).toEqual(['{"a":1}', 1]);
    expect(errors.map((error) => error.code)).toEqual(['quota']);
  });
});

describe('two tabs that write at once', () => {
  /** Sets `a` and then `b`, so that both are remembered, `a` as the older. */
  function writeBoth() {
    const created = create();
    created.store.commit({ a: 0 });
    created.store.commit({ b: 0 });
    created.module.setItem('a', 1);
    created.module.setItem('b', 1);
    return created;
  }

  test('and one of several undone properties was meant: the one that leads there from a known state', () => {
    const { module } = writeBoth();
    changeElsewhere('{"a":0,"b":0}');
    expect(module.getHelper().getModule()).toEqual({ a: 0, b: 1 });
  });

  test('and all undone properties are repaired by one write, before subscribers are notified', () => {
    const { module } = writeBoth();
    const seen: unknown[] = [];
    module.store.subscribe(() => seen.push(module.getHelper().getModule()));
    changeElsewhere('{"a":0,"b":0,"list":[]}');
    expect(seen).toEqual([{ a: 1, b: 1, list: [] }]);
    expect(localStorage.getItem('m')).toBe(`{"a":1,"b":1,"list":[]}${createMark([])}`);
  });

  test('and a property changed by itself was meant: it is not restored later', () => {
    const { module } = writeBoth();
    changeElsewhere('{"a":0,"b":1}');
    changeElsewhere('{"a":1,"b":1}');
    changeElsewhere('{"a":0,"b":1,"list":[1]}');
    expect(module.getItem('a')).toBe(0);
  });

  test('and several properties that no single set explains were meant', () => {
    const { module } = writeBoth();
    changeElsewhere('{"a":7,"b":8}');
    expect(module.getHelper().getModule()).toEqual({ a: 7, b: 8 });
  });

  test('and the first entry of a module is no write that could be undone', () => {
    const { module, store } = create();
    store.commit({ a: 1, b: 1 });
    changeElsewhere('{"b":2}');
    expect(module.getHelper().getModule()).toEqual({ b: 2 });
  });

  test('and the other one puts a whole new entry there: what we removed just before is meant to be back', () => {
    const { module } = writeBoth();
    module.removeItem('a');
    changeElsewhere(null);
    changeElsewhere('{"a":0,"b":0}');
    expect(module.getHelper().getModule()).toEqual({ a: 0, b: 0 });
  });

  test.each([0, 50, 200, 600, 900])(
    'and the other one patches what it has seen, %i ms later: all of the patch stands',
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

  test('and the other one patches without having seen ours: its patch stands, and so does ours', () => {
    const { module } = writeBoth();
    changeElsewhere(`{"a":2,"b":0,"list":[1]}${createMark(['a', 'list'])}`);
    expect(module.getHelper().getModule()).toEqual({ a: 2, b: 1, list: [1] });
  });

  test('and a repair of the other one undoes ours: it is written again', () => {
    const { module } = writeBoth();
    changeElsewhere(`{"a":0,"b":1}${createMark([])}`);
    expect(module.getItem('a')).toBe(1);
  });

  test('and the clock of the device is set back: a write is protected for one second all the same', () => {
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

  test('and the entry has a format of its own: its parser never sees the mark of a patch', () => {
    const { module, store } = create();
    const parse = vi.fn(JSON.parse);
    store.configure({ serializer: { stringify: (value) => JSON.stringify(value), parse } });
    store.commit({ a: 0 });
    changeElsewhere(`{"a":1,"b":1}${createMark(['a', 'b'])}`);
    expect(module.getHelper().getModule()).toEqual({ a: 1, b: 1 });
    expect(parse.mock.calls.filter(([text]) => /\s$/.test(text))).toEqual([]);
    expect(parse).toHaveBeenCalledWith('{"a":1,"b":1}');
  });

  test('and it was long ago: what is stored counts', () => {
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

test('the first look at an entry is no change', async () => {
  localStorage.setItem('m', '{"a":1}');
  const { module, store } = create();
  const listener = vi.fn();
  store.subscribe(listener);
  module.getItem('a');
  await Promise.resolve();
  expect(listener).not.toHaveBeenCalled();
});

test('a subscriber that another one ended in the same change is not called', () => {
  const { module, store } = create();
  const late = vi.fn();
  let end = () => {};
  store.subscribe(() => end(), 'a');
  end = store.subscribe(late, 'a');
  module.setItem('a', 1);
  expect(late).not.toHaveBeenCalled();
});
