import { describe, expect, test, vi } from 'vitest';
import { createCollisions } from '../src/store/collisions.ts';
import { EMPTY } from '../src/store/entry.ts';
import { refresh } from '../src/store/read.ts';
import { receive } from '../src/store/receive.ts';
import type { StoreState } from '../src/store/state.ts';
import { commit, replace } from '../src/store/write.ts';
import { createMark } from '../src/store/write-marks.ts';
import { openMemory } from '../src/web-storage.ts';

const KEY = 'm';

/** One tab, whose storage other tabs change with `area`. */
function createTab(stored: string | null) {
  const { area } = openMemory();
  if (stored !== null) area.setItem(KEY, stored);
  const onError = vi.fn();
  const state: StoreState = {
    key: KEY,
    area,
    methods: { setItem: area.setItem, removeItem: area.removeItem },
    collisions: createCollisions(() => 0),
    listeners: new Map(),
    initial: EMPTY,
    defaults: EMPTY,
    stored: EMPTY,
    entry: EMPTY,
    serializer: JSON,
    onError,
  };
  refresh(state);
  const values = () => JSON.parse(area.getItem(KEY) ?? 'null');
  return { area, state, onError, values };
}

/** An event of the entry; the storage itself doesn't change. */
const eventOf = (oldValue: string | null, newValue: string | null, key: string | null = KEY) => ({
  key,
  oldValue,
  newValue,
});

describe('contents that are read before their event', () => {
  const isAhead = ({ collisions }: StoreState) => collisions.current.isAhead;

  test('are ahead of it, also if the entry was removed', () => {
    const { area, state } = createTab('{"a":1}');
    expect(isAhead(state)).toBeFalsy(); // no tab can have seen other contents
    area.setItem(KEY, '{"a":2}');
    refresh(state);
    expect(isAhead(state)).toBe(true);
    area.setItem(KEY, '{"a":3}');
    commit(state, { b: 1 });
    expect(isAhead(state)).toBeFalsy();
    area.removeItem(KEY);
    refresh(state);
    expect(isAhead(state)).toBe(true);
  });

  test('do not explain an earlier write of another tab', () => {
    const { area, state, values } = createTab('{"a":0,"b":0}');
    commit(state, { a: 1 });
    const unaware = '{"a":0,"b":1}';
    const newest = `{"a":5,"b":1}${createMark([])}`;
    area.setItem(KEY, newest);
    refresh(state);
    receive(state, eventOf('{"a":1,"b":0}', unaware));
    receive(state, eventOf(unaware, newest));
    expect(values()).toEqual({ a: 1, b: 1 });
  });

  test('are not written over if they are a removal', () => {
    const { area, state, values } = createTab('{"a":0,"b":0}');
    commit(state, { b: 1 });
    area.removeItem(KEY);
    refresh(state);
    receive(state, eventOf('{"a":0,"b":1}', `{"a":2}${createMark([])}`));
    expect(values()).toBeNull();
  });
});

describe('an entry that a newer release replaced', () => {
  const NEWER = { findNewer: () => 2 };

  test('keeps its values at the next read, without an event', () => {
    const { area, state, onError } = createTab('{"a":1}');
    Object.assign(state, NEWER);
    area.removeItem(KEY);
    refresh(state);
    expect(state.entry.get('a')?.value).toBe(1);
    expect(onError).toHaveBeenCalledTimes(1);
  });

  test('is only one that was removed, and is reported once', () => {
    const { area, state, onError } = createTab('{"a":1}');
    Object.assign(state, NEWER);
    area.setItem(KEY, '{"a":2}');
    receive(state, eventOf('{"a":1}', '{"a":2}'));
    expect([state.isOutdated, onError.mock.calls.length]).toEqual([undefined, 0]);
    // This tab wrote after the removal.
    receive(state, eventOf('{"a":2}', null));
    receive(state, eventOf('{"a":2}', null));
    expect([state.isOutdated, onError.mock.calls.length]).toEqual([true, 1]);
  });
});

describe('own writes', () => {
  test('are not repaired after a newer release has replaced the entry', () => {
    const { area, state } = createTab('{"a":0,"b":0}');
    commit(state, { a: 1 });
    const unaware = '{"a":0,"b":1}';
    area.setItem(KEY, unaware);
    refresh(state);
    state.findNewer = () => 2;
    area.removeItem(KEY);
    refresh(state);
    receive(state, eventOf('{"a":1,"b":0}', unaware));
    expect(area.getItem(KEY)).toBeNull();
  });

  test('stay protected after pageshow, which has no values', () => {
    const { area, state, values } = createTab('{"a":0,"b":0}');
    const writeUnaware = (text: string) => {
      const before = area.getItem(KEY);
      area.setItem(KEY, text);
      receive(state, eventOf(before, text));
    };
    commit(state, { a: 1 });
    writeUnaware('{"a":0,"b":1}');
    receive(state, new Event('pageshow'));
    writeUnaware('{"a":0,"b":2}');
    expect(values()).toEqual({ a: 1, b: 2 });
  });

  test('are forgotten after the storage was cleared', () => {
    const { area, state } = createTab('{"a":0}');
    commit(state, { a: 1 });
    area.removeItem(KEY);
    receive(state, eventOf(null, null, null));
    expect(state.collisions.writes.size).toBe(0);
  });

  test('are forgotten after the entry was removed', () => {
    const { area, state } = createTab('{"b":0}');
    commit(state, { a: 1 });
    area.removeItem(KEY);
    receive(state, eventOf('{"b":0,"a":1}', null));
    expect(state.collisions.writes.size).toBe(0);
  });

  test('that removed a property accept it in a new entry', () => {
    const { area, state, values } = createTab('{"a":0,"b":0}');
    commit(state, { a: undefined });
    area.removeItem(KEY);
    receive(state, eventOf('{"b":0}', null));
    area.setItem(KEY, '{"a":0,"b":5}');
    receive(state, eventOf(null, '{"a":0,"b":5}'));
    expect(values()).toEqual({ a: 0, b: 5 });
  });

  test('include those of a replacement', () => {
    const { area, state, values } = createTab('{"a":0,"b":0}');
    replace(state, { a: 1, b: 0 });
    area.setItem(KEY, '{"a":0,"b":1}');
    receive(state, eventOf('{"a":1,"b":0}', '{"a":0,"b":1}'));
    expect(values()).toEqual({ a: 1, b: 1 });
  });

  test('are repaired even if check then rejects another property', () => {
    const { area, state, values } = createTab('{"a":0,"b":0}');
    state.check = ({ a, b }) => (a && b ? 'only one' : undefined);
    commit(state, { a: 1 });
    area.setItem(KEY, '{"a":0,"b":1}');
    receive(state, eventOf('{"a":1,"b":0}', '{"a":0,"b":1}'));
    expect(values()).toEqual({ a: 1, b: 1 });
    expect([...state.entry.keys()]).toEqual(['b']);
  });
});

test('text that another tab stored is never written over', () => {
  const { area, state } = createTab('{"a":1}');
  const write = vi.fn();
  state.methods = { setItem: write, removeItem: write };
  state.check = ({ a }) => (a === 3 ? 'not 3' : undefined);
  commit(state, { a: 1 });
  for (const text of ['foo', '{"a":3}', '[]']) {
    const before = area.getItem(KEY);
    area.setItem(KEY, text);
    receive(state, eventOf(before, text));
  }
  expect(write).not.toHaveBeenCalled();
});

test('the contents of an event are parsed once', () => {
  const { area, state } = createTab('{"a":0}');
  const parse = vi.fn(JSON.parse);
  state.serializer = { stringify: (value) => JSON.stringify(value), parse };
  area.setItem(KEY, '{"a":1}');
  receive(state, eventOf('{"a":0}', '{"a":1}'));
  expect(parse.mock.calls).toEqual([['{"a":1}']]);
});
