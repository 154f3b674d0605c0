import { resetModules } from '@tuffet/core/testing';
import { createConsent } from '@tuffet/hooks/consent';
import { mergeDeep } from '@tuffet/hooks/merge';
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
    const { items } = create(HOUR, { onError, check: () => problem, storeInitial: false });
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

  test('merge receives and returns no times, and values still expire', () => {
    const entry = { theme: 'dark', list: [1], token: 'abc', '$expires.token': START + HOUR };
    store(entry);
    const merge = vi.fn((stored: object) => ({ theme: 'dim', list: [], ...stored }));
    const { storage } = create({ token: HOUR }, { merge });
    expect(merge.mock.calls[0]?.[0]).toEqual({ theme: 'dark', list: [1], token: 'abc' });
    expect([storage.get('token'), stored()]).toEqual(['abc', entry]);
    setClock(START + HOUR);
    expect(storage.get()).toEqual({ theme: 'dark', list: [1] });
  });

  test('with storeInitial: false, an initial value that merge adds has no time until it is set', async () => {
    store({ token: 'abc' });
    const { storage } = create(HOUR, { storeInitial: false, merge: (...all) => mergeDeep(...all) });
    expect(storage.get()).toEqual({ theme: 'light', list: [], token: 'abc' });
    await microtasks();
    expect(Object.keys(stored()).filter((name) => name.startsWith('$'))).toEqual([
      '$expires.token',
    ]);
    storage.set({ theme: 'light' });
    expect(stored()['$expires.theme']).toBe(START + HOUR);
    setClock(START + HOUR);
    expect(storage.get()).toEqual({ theme: 'light', list: [] });
  });

  test('before the user agrees, values expire in memory', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const consent = createConsent();
    const { items } = create({ token: HOUR, theme: 3 * HOUR }, { consent });
    const listener = vi.fn();
    items.token.subscribe(listener);
    items.token.set('abc');
    items.theme.set('dark');
    await vi.advanceTimersByTimeAsync(HOUR);
    expect([items.token.get(), listener.mock.calls]).toEqual([undefined, [['abc'], [undefined]]]);
    consent.allow();
    expect(stored()).toEqual({ theme: 'dark', list: [], '$expires.theme': START + 4 * HOUR });
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
  ])('an invalid age throws invalid-options', (run, hint) => {
    const error = { code: 'invalid-options', key: 'expireAfter', hint };
    expect(run).toThrow(expect.objectContaining(error));
  });

  test('an expiry that is not a function throws invalid-options', () => {
    const hint = 'expiry must be expireAfter(…) from @tuffet/hooks/expiry, not 5.';
    const error = { code: 'invalid-options', key: 'session', hint };
    expect(() => create(1, { expiry: 5 as never })).toThrow(expect.objectContaining(error));
  });
});

describe('stored values that are not shown', () => {
  const isString = ({ token = '' }: Record<string, unknown>) =>
    typeof token === 'string' ? undefined : 'token must be a string';

  test('because check rejects them keep their times', async () => {
    const entry = { theme: 'dark', list: [1], token: 5, '$expires.token': START + HOUR };
    store(entry);
    const { storage, items } = create({ token: HOUR }, { check: isString, onError: () => {} });
    expect(storage.get()).toEqual({ theme: 'dark', list: [1] });
    items.theme.set('light');
    await microtasks();
    expect(stored()).toEqual({ ...entry, theme: 'light' });
  });

  test('expire at their time after a release that accepts them', async () => {
    store({ theme: 'dark', list: [1], token: 5, '$expires.token': START + HOUR });
    create({ token: HOUR }, { check: isString, onError: () => {} });
    await microtasks();
    resetModules();
    const { storage } = create({ token: HOUR });
    expect(storage.get('token')).toBe(5);
    setClock(START + HOUR);
    expect(storage.get('token')).toBe(undefined);
    await microtasks();
    expect(stored()).toEqual({ theme: 'dark', list: [1] });
  });

  test('because merge leaves them out keep their times, and those that it adds get none', async () => {
    const entry = { theme: 'dark', list: [1], token: 'abc', '$expires.token': START + HOUR };
    store(entry);
    const merge = ({ token, ...rest }: object & { token?: unknown }) => ({ ...rest, old: token });
    const { storage } = create(HOUR, { merge: merge as never, storeInitial: false });
    await microtasks();
    expect([storage.get(), Object.keys(stored())]).toEqual([
      { theme: 'dark', list: [1], old: 'abc' },
      [...Object.keys(entry), '$expires.theme', '$expires.list'],
    ]);
  });

  test('are removed by setModule, with their times', () => {
    store({ theme: 'dark', list: [1], token: 5, '$expires.token': START + HOUR });
    const { storage } = create(HOUR, { check: isString, onError: () => {} });
    storage.helper.setModule({ theme: 'light', list: [2] });
    expect(stored()).toEqual({ theme: 'light', list: [2], '$expires.list': START + HOUR });
  });
});
