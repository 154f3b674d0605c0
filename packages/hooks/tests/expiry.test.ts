import { expireAfter } from '@tuffet/hooks/expiry';
import { richJson, withSerializer } from '@tuffet/hooks/serializer';
import { describe, expect, test, vi } from 'vitest';
import {
  changeElsewhere,
  create,
  HOUR,
  MINUTE,
  microtasks,
  resetClock,
  START,
  setClock,
  store,
  stored,
  timed,
} from './expiry-setup.ts';

resetClock();

describe('a value with an age', () => {
  test('has its initial value again when its age is reached, and not a millisecond earlier', async () => {
    const { items, storage, helper } = create({ token: HOUR, theme: 2 * HOUR });
    items.token.set('abc');
    items.theme.set('dark');
    setClock(START + HOUR - 1);
    expect(storage.get()).toEqual({ theme: 'dark', list: [], token: 'abc' });
    setClock(START + HOUR);
    expect(storage.get()).toEqual({ theme: 'dark', list: [] });
    expect([items.token.exist(), helper.contains('token'), helper.size()]).toEqual([
      false,
      false,
      2,
    ]);
    setClock(START + 2 * HOUR);
    expect([items.theme.get(), items.theme.exist()]).toEqual(['light', false]);
    await microtasks();
    expect(stored()).toEqual({ list: [] });
  });

  test('is stored next to its time, which no method returns', () => {
    const { storage, items, helper } = create();
    items.token.set('abc');
    expect(stored()).toEqual({
      theme: 'light',
      list: [],
      token: 'abc',
      '$expires.token': START + HOUR,
    });
    const values = { theme: 'light', list: [], token: 'abc' };
    expect(storage.helper.getModule()).toEqual(values);
    expect(storage.get()).toEqual(values);
    expect(Object.keys(items)).toEqual(['theme', 'list', 'token']);
    expect([helper.size(), storage.storageModule.size()]).toEqual([3, 3]);
  });

  test('that could not be stored does not delete what other code has stored since', async () => {
    const { items } = create({ theme: HOUR }, { onError: () => {} });
    vi.spyOn(Storage.prototype, 'getItem').mockImplementationOnce(() => {
      throw new DOMException('', 'SecurityError');
    });
    expect(items.theme.set('dark')).toBe(false);
    setClock(START + 2 * HOUR);
    store({ theme: 'blue', list: [] });
    expect(items.theme.get()).toBe('blue');
    await microtasks();
    expect(stored().theme).toBe('blue');
  });

  test('starts a new age with every write, even of the same value', () => {
    const { items, helper } = create();
    items.token.set('abc');
    setClock(START + HOUR - 1);
    items.token.set('abc');
    setClock(START + 2 * HOUR - 2);
    expect(items.token.get()).toBe('abc');
    helper.patch({ token: 'def' });
    setClock(START + 3 * HOUR - 3);
    expect(items.token.get()).toBe('def');
  });

  test('is not renewed by reading it, or by writing another property', () => {
    const { items } = create();
    items.token.set('abc');
    setClock(START + HOUR - 1);
    items.token.get();
    items.theme.set('dark');
    setClock(START + HOUR);
    expect([items.token.get(), items.theme.get()]).toEqual([undefined, 'dark']);
  });

  test('has no time after reset, initialize, clear or removal', () => {
    const { storage, items, helper } = create(HOUR);
    const isTimed = () => Object.keys(stored()).some((name) => name.startsWith('$'));
    const set = () => storage.set({ token: 'abc', theme: 'dark', list: [1] });
    expect(isTimed()).toBe(false);
    set();
    expect(isTimed()).toBe(true);
    items.token.reset();
    items.theme.reset();
    items.list.reset();
    expect(isTimed()).toBe(false);
    set();
    helper.initialize();
    expect(isTimed()).toBe(false);
    set();
    storage.storageModule.clear();
    expect(stored()).toEqual({});
    set();
    storage.storageModule.removeItem('theme');
    expect(Object.keys(stored())).toEqual(['token', 'list', '$expires.token', '$expires.list']);
    expect(storage.helper.clearModule()).toBe(true);
    expect(localStorage.getItem('session')).toBe(null);
  });

  test('with one age for all properties, each expires by its own last write', () => {
    const { storage, items } = create(HOUR);
    items.token.set('abc');
    setClock(START + 1);
    items.theme.set('dark');
    setClock(START + HOUR);
    expect(storage.get()).toEqual({ theme: 'dark', list: [] });
    setClock(START + HOUR + 1);
    expect(storage.get()).toEqual({ theme: 'light', list: [] });
  });

  test('a property without an age never expires, whatever its name', () => {
    const { items } = create();
    const inherited = items['constructor' as 'token'];
    inherited.set('x');
    items.theme.set('dark');
    expect(stored()).toEqual({ theme: 'dark', list: [], constructor: 'x' });
    setClock(START + 10_000 * HOUR);
    expect([inherited.get(), items.theme.get()]).toEqual(['x', 'dark']);
  });

  test('expires on a later visit, too, and initial values are stored again', async () => {
    store({ theme: 'dark', list: [], token: 'abc', '$expires.theme': 1, '$expires.token': 1 });
    const { storage } = create(HOUR);
    expect(storage.get()).toEqual({ theme: 'light', list: [] });
    await microtasks();
    expect(stored()).toEqual({ theme: 'light', list: [] });
  });

  test('expires with another serializer, too', async () => {
    const storage = withSerializer(richJson).createLocalStorage<{ days: Set<number> }>({
      storageModuleKey: 'session',
      initial: { days: new Set() },
      expiry: expireAfter({ days: HOUR }),
    });
    storage.set({ days: new Set([1]) });
    expect(storage.get('days')).toEqual(new Set([1]));
    setClock(START + HOUR);
    expect(storage.get('days')).toEqual(new Set());
  });
});

describe('other tabs', () => {
  test('that renew a value postpone its expiry here', async () => {
    const { items } = create();
    items.token.set('abc');
    const listener = vi.fn();
    items.token.subscribe(listener);
    const entry = { ...stored(), '$expires.token': START + 2 * HOUR };
    setClock(START + HOUR);
    changeElsewhere(JSON.stringify(entry));
    expect(items.token.get()).toBe('abc');
    await vi.advanceTimersByTimeAsync(HOUR - 1);
    expect(listener).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(listener).toHaveBeenCalledTimes(1);
  });

  test('that delete the expired value, too, cause no second notification', async () => {
    const { items } = create();
    items.token.set('abc');
    const listener = vi.fn();
    items.token.subscribe(listener);
    await vi.advanceTimersByTimeAsync(HOUR);
    changeElsewhere('{"theme":"light","list":[]}');
    expect(listener).toHaveBeenCalledTimes(1);
  });

  test('see that the deletion of an expired value intends nothing, so that they can repair theirs', async () => {
    const { items } = create();
    items.token.set('abc');
    setClock(START + HOUR);
    items.token.get();
    await microtasks();
    expect(localStorage.getItem('session')).toBe('{"theme":"light","list":[]}\t');
  });

  test('that delete an expired value while this tab renews it lose nothing', async () => {
    const { items } = create();
    items.token.set('abc');
    setClock(START + HOUR - 1);
    items.token.set('def');
    changeElsewhere('{"theme":"light","list":[]}\t');
    expect(items.token.get()).toBe('def');
    expect(stored()).toMatchObject({ token: 'def', '$expires.token': START + 2 * HOUR - 1 });
  });

  test('that run a release without expiry start the age of their values here', async () => {
    const { items } = create();
    changeElsewhere('{"theme":"dark","list":[],"token":"old"}');
    setClock(START + 1);
    expect(items.token.get()).toBe('old');
    await microtasks();
    expect(stored()['$expires.token']).toBe(START + 1 + HOUR);
  });
});

describe('the clock', () => {
  test('set back so far that a value would last too long: its age starts now, with a warning', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const { items } = create();
    items.token.set('abc');
    setClock(START - MINUTE);
    expect(items.token.get()).toBe('abc');
    await microtasks();
    expect([stored()['$expires.token'], warn.mock.calls]).toEqual([START + HOUR, []]);
    setClock(START - MINUTE - 1);
    expect(items.token.get()).toBe('abc');
    await microtasks();
    expect(stored()['$expires.token']).toBe(START - MINUTE - 1 + HOUR);
    expect(warn.mock.calls.flat()).toEqual([
      '[tuffet] "session": "token" would have expired too late, because the clock was set back or the age is shorter now. It expires in 3600000 ms instead.',
    ]);
  });

  test('set back right after a write: this tab accepts that another one corrects the time', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const { items } = create();
    items.token.set('abc');
    setClock(START - HOUR);
    items.token.get();
    await microtasks();
    // The other tab corrects what it has seen: the time before this tab corrected it.
    changeElsewhere(timed('abc', START + 1), timed('abc', START + HOUR));
    expect(stored()['$expires.token']).toBe(START + 1);
  });

  test('set forward right after a write: this tab accepts that another one deletes the value', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const { items } = create();
    items.token.set('abc');
    setClock(START + HOUR);
    items.token.get();
    await microtasks();
    // The other tab deletes what it has seen: the entry before this tab deleted the value.
    changeElsewhere('{"theme":"light","list":[]}\t', timed('abc', START + HOUR));
    setClock(START);
    expect([items.token.get(), stored()]).toEqual([undefined, { theme: 'light', list: [] }]);
  });

  test('set back does not bring back an expired value', async () => {
    const { items } = create();
    items.token.set('abc');
    setClock(START + HOUR);
    items.token.get();
    await microtasks();
    setClock(START);
    expect(items.token.get()).toBe(undefined);
  });

  test('set forward lets a value expire early, within a minute, with a warning', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const { items } = create();
    items.token.set('abc');
    const listener = vi.fn();
    items.token.subscribe(listener);
    setClock(START + 2 * HOUR);
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(listener).toHaveBeenCalledTimes(1);
    expect(warn.mock.calls.flat()).toEqual([
      '[tuffet] "session": "token" expired early, because the clock was set forward. If the device was asleep, ignore this.',
    ]);
  });

  test('that runs normally causes no warning', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const { items } = create();
    items.token.set('abc');
    items.token.subscribe(() => {});
    await vi.advanceTimersByTimeAsync(HOUR);
    expect(warn).not.toHaveBeenCalled();
  });
});
