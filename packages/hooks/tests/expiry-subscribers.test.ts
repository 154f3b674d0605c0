import { describe, expect, test, vi } from 'vitest';
import {
  create,
  HOUR,
  MINUTE,
  microtasks,
  resetClock,
  START,
  setClock,
  stored,
  timers,
} from './expiry-setup.ts';

resetClock();

describe('subscribers', () => {
  test('are notified once when a value expires', async () => {
    const { items, storage } = create();
    items.token.set('abc');
    const [onToken, onTheme] = [vi.fn(), vi.fn()];
    items.token.subscribe(onToken);
    items.theme.subscribe(onTheme);
    storage.subscribe(() => {});
    await vi.advanceTimersByTimeAsync(HOUR - 1);
    expect(onToken).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(onToken.mock.calls).toEqual([[undefined]]);
    await vi.advanceTimersByTimeAsync(HOUR);
    expect(onToken).toHaveBeenCalledTimes(1);
    expect(onTheme).not.toHaveBeenCalled();
    expect(stored()).toEqual({ theme: 'light', list: [] });
  });

  test('of a value that a component reads first are notified after the read', async () => {
    const { items } = create();
    items.token.set('abc');
    const listener = vi.fn();
    items.token.subscribe(listener);
    setClock(START + HOUR);
    expect(items.token.get()).toBe(undefined);
    expect(listener).not.toHaveBeenCalled();
    await microtasks();
    expect(listener).toHaveBeenCalledTimes(1);
  });

  test('need a timer; without them, or without a value that expires, there is none', () => {
    const { items } = create();
    items.token.set('abc');
    expect(timers()).toBe(0);
    const unsubscribe = items.token.subscribe(() => {});
    const unsubscribeOther = items.theme.subscribe(() => {});
    expect(timers()).toBe(1);
    unsubscribe();
    unsubscribe();
    expect(timers()).toBe(1);
    items.token.reset();
    expect(timers()).toBe(0);
    items.token.set('def');
    expect(timers()).toBe(1);
    unsubscribeOther();
    expect(timers()).toBe(0);
  });

  test('of an age longer than any timer are notified, too', async () => {
    const { items } = create({ token: 2 ** 31 + HOUR });
    items.token.set('abc');
    const listener = vi.fn();
    items.token.subscribe(listener);
    const delays = vi.spyOn(globalThis, 'setTimeout');
    await vi.advanceTimersByTimeAsync(HOUR);
    expect(Math.max(...delays.mock.calls.map(([, delay]) => delay as number))).toBe(MINUTE);
    setClock(START + 2 ** 31 + HOUR);
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(listener).toHaveBeenCalledTimes(1);
  });

  test.each(['visibilitychange', 'pageshow'])('are notified immediately on %s', async (type) => {
    const { items } = create();
    items.token.set('abc');
    const listener = vi.fn();
    items.token.subscribe(listener);
    setClock(START + HOUR);
    dispatchEvent(new Event(type));
    await microtasks();
    expect(listener).toHaveBeenCalledTimes(1);
  });

  test('are notified once if the value cannot be deleted, because check rejects that', async () => {
    let problem: string | undefined;
    const onError = vi.fn();
    const { items, storage } = create(
      { token: HOUR, theme: 3 * HOUR },
      { check: () => problem, onError },
    );
    storage.set({ token: 'abc', theme: 'dark' });
    const [onToken, onTheme, onAny] = [vi.fn(), vi.fn(), vi.fn()];
    items.token.subscribe(onToken);
    items.theme.subscribe(onTheme);
    storage.subscribe(onAny);
    onAny.mockClear();
    problem = 'no';
    await vi.advanceTimersByTimeAsync(2 * HOUR);
    expect(onToken.mock.calls).toEqual([[undefined]]);
    expect(onAny.mock.calls).toEqual([[{ theme: 'dark', list: [] }]]);
    expect(onTheme).not.toHaveBeenCalled();
    expect([stored().token, onError.mock.calls.length]).toEqual(['abc', 1]);
  });

  test('of a page that a newer release made outdated are notified, too', async () => {
    const { items } = create({ token: HOUR }, { onError: () => {} });
    items.token.set('abc');
    const listener = vi.fn();
    items.token.subscribe(listener);
    localStorage.setItem('session_v2', '{}');
    localStorage.removeItem('session');
    await vi.advanceTimersByTimeAsync(HOUR);
    expect([listener.mock.calls, localStorage.getItem('session')]).toEqual([[[undefined]], null]);
  });

  test('are the only reason for listeners of the window, which would keep a module in memory', () => {
    const [add, remove] = [
      vi.spyOn(window, 'addEventListener'),
      vi.spyOn(window, 'removeEventListener'),
    ];
    const { items } = create();
    const typesOf = (spy: typeof add | typeof remove) => spy.mock.calls.map(([type]) => type);
    const expected = ['visibilitychange', 'pageshow'];
    expect(typesOf(add).filter((type) => type === 'visibilitychange')).toEqual([]);
    const unsubscribe = items.token.subscribe(() => {});
    expect(typesOf(add)).toEqual(expect.arrayContaining(expected));
    expect(typesOf(remove)).toEqual([]);
    unsubscribe();
    expect(typesOf(remove)).toEqual(expected);
  });

  test("don't keep Node running", () => {
    const unref = vi.fn();
    vi.stubGlobal('setTimeout', () => ({ unref }));
    const { items } = create();
    items.token.set('abc');
    items.token.subscribe(() => {});
    expect(unref).toHaveBeenCalled();
    vi.stubGlobal('setTimeout', () => 1);
    items.token.subscribe(() => {});
  });
});
