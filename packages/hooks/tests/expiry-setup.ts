import { resetModules } from '@tuffet/core/testing';
import { createLocalStorage, useStorage, useStorageHelper } from '@tuffet/hooks';
import { type Ages, expireAfter } from '@tuffet/hooks/expiry';
import { afterEach, beforeEach, vi } from 'vitest';

type Session = { theme: string; list: number[]; token?: string };
type Options = Partial<Parameters<typeof createLocalStorage<Session>>[0]>;

export const START = Date.UTC(2026, 0, 1);
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

/** Starts every test with empty storage, at a fixed time. */
export function resetClock(): void {
  beforeEach(() => {
    resetModules();
    localStorage.clear();
    vi.useFakeTimers({ now: START });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
}

export function create(ages: number | Ages<Session> = { token: HOUR }, options: Options = {}) {
  const storage = createLocalStorage<Session>({
    storageModuleKey: 'session',
    initial: { theme: 'light', list: [] },
    expiry: expireAfter(ages),
    ...options,
  });
  return { storage, items: useStorage(storage), helper: useStorageHelper(storage) };
}

export const stored = (key = 'session') => JSON.parse(localStorage.getItem(key) as string);
export const store = (entry: object) => localStorage.setItem('session', JSON.stringify(entry));
/** Counts the timers, without those of jsdom and of the store, which end within two seconds. */
export const timers = () => vi.advanceTimersByTime(2000).getTimerCount();
/** Sets the clock; timers don't notice. */
export const setClock = (time: number) => vi.setSystemTime(time);
export const microtasks = () => vi.advanceTimersByTimeAsync(0);

/** An entry with a token, as a tab writes it that deletes or corrects something. */
export const timed = (token: string, time: number) =>
  `${JSON.stringify({ theme: 'light', list: [], token, '$expires.token': time })}\t`;

/** Changes the entry as another tab does. */
export function changeElsewhere(newValue: string, oldValue = localStorage.getItem('session')) {
  localStorage.setItem('session', newValue);
  const event = { key: 'session', oldValue, newValue, storageArea: localStorage };
  dispatchEvent(new StorageEvent('storage', event));
}
