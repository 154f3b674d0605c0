import { describe, expect, test, vi } from 'vitest';
import {
  create,
  HOUR,
  microtasks,
  resetClock,
  START,
  setClock,
  store,
  stored,
  timers,
} from './expiry-setup.ts';

resetClock();

describe('times', () => {
  test.each(['soon', null, {}, []])('that are %o are replaced or expire', async (time) => {
    vi.spyOn(console, 'warn').mockReturnValue();
    store({ theme: 'light', list: [], token: 'abc', '$expires.token': time });
    const { items } = create();
    await microtasks();
    expect([undefined, START + HOUR]).toContain(stored()['$expires.token']);
    expect(items.token.get() === 'abc').toBe('token' in stored());
  });

  test('without an age or a value are removed', async () => {
    store({ theme: 'dark', list: [], '$expires.theme': 1, '$expires.token': START + 1 });
    const { items } = create();
    await microtasks();
    expect(stored()).toEqual({ theme: 'dark', list: [] });
    expect(items.theme.get()).toBe('dark');
  });

  test('that a failing write leaves out are not written again for every read', async () => {
    store({ theme: 'light', list: [], token: 'abc' });
    const onError = vi.fn();
    let problem: string | undefined;
    const { items } = create(HOUR, { onError, check: () => problem });
    problem = 'no';
    await microtasks();
    items.token.get();
    await microtasks();
    expect([items.token.get(), onError.mock.calls.length]).toEqual(['abc', 1]);
  });
});

describe('other options', () => {
  test('check receives no times', () => {
    const seen: object[] = [];
    const check = (root: object) => void seen.push(root);
    const { items } = create({ token: HOUR }, { check });
    items.token.set('abc');
    expect(seen[seen.length - 1]).toEqual({ theme: 'light', list: [], token: 'abc' });
    expect(JSON.stringify(seen)).not.toContain('$expires');
  });

  test('check still rejects values', () => {
    const onError = vi.fn();
    const { items } = create(HOUR, {
      check: ({ theme }) => (theme === 'x' ? 'no' : undefined),
      onError,
    });
    expect([items.theme.set('x'), items.theme.get()]).toEqual([false, 'light']);
  });

  test('migrations receive no times and no expired values; what they return starts a new age', () => {
    store({
      theme: 'dark',
      list: [1],
      token: 'abc',
      '$expires.list': START,
      '$expires.token': START + 1,
    });
    const migrate = vi.fn((previous) => previous);
    const { storage } = create(
      { token: HOUR, list: HOUR },
      { version: 2, migrations: { 2: migrate } },
    );
    expect(migrate.mock.calls).toEqual([[{ theme: 'dark', token: 'abc' }]]);
    expect(storage.get()).toEqual({ theme: 'dark', token: 'abc', list: [] });
    expect(stored('session_v2')['$expires.token']).toBe(START + HOUR);
  });

  test('a missing migration is still reported', () => {
    store({ theme: 'dark', list: [] });
    const onError = vi.fn();
    const migrations = { 3: (previous: object) => previous as never };
    create(HOUR, { version: 3, migrations, onError });
    expect(onError.mock.calls.map(([{ code }]) => code)).toEqual(['version']);
  });

  test('without migrations, the previous version is deleted', () => {
    store({ theme: 'dark', list: [] });
    create(HOUR, { version: 2 });
    expect(localStorage.getItem('session')).toBe(null);
  });

  test('protection lets times and deletions through', async () => {
    const { items } = create({ token: HOUR }, { protect: 'strict' });
    items.token.set('abc');
    setClock(START + HOUR);
    items.token.get();
    await microtasks();
    expect(stored()).toEqual({ theme: 'light', list: [] });
  });

  test('a module that is created again has the latest ages, and expires once', async () => {
    create();
    const { items } = create({ token: 2 * HOUR });
    const listener = vi.fn();
    items.token.subscribe(listener);
    items.token.set('abc');
    expect([stored()['$expires.token'], timers()]).toEqual([START + 2 * HOUR, 1]);
    listener.mockClear();
    await vi.advanceTimersByTimeAsync(2 * HOUR);
    expect(listener).toHaveBeenCalledTimes(1);
  });

  test.each([
    [() => create(0), 'expireAfter needs a positive number of milliseconds, not 0.'],
    [() => create(Number.NaN), 'expireAfter needs a positive number of milliseconds, not NaN.'],
    [
      () => create(Number.POSITIVE_INFINITY),
      'expireAfter needs a positive number of milliseconds, not Infinity.',
    ],
    [() => create('1' as never), 'expireAfter needs a positive number of milliseconds, not "1".'],
    [
      () => create({ list: 1, token: -1 }),
      'expireAfter needs a positive number of milliseconds, not -1 for "token".',
    ],
    [
      () => create(1, { expiry: 5 as never }),
      'expiry must be expireAfter(…) from @tuffet/hooks/expiry, not 5.',
    ],
  ])('an invalid age throws invalid-options', (run, hint) => {
    expect(run).toThrow(expect.objectContaining({ code: 'invalid-options', key: 'session', hint }));
  });
});
