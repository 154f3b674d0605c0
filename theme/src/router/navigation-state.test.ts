import { afterEach, expect, test, vi } from 'vitest';
import { navigationState, setFailed, setIdle, setLoading } from './navigation-state';
import { createStore } from './store';

afterEach(() => {
  setIdle();
  vi.restoreAllMocks();
});

test('readers are told that a page is on its way, and no longer when it is there', () => {
  setLoading();
  expect(navigationState.get().status).toBe('loading');
  setIdle();
  expect(navigationState.get().status).toBe('idle');
});

test.for([
  [true, 'failed'],
  [false, 'offline'],
] as const)('what failed with the browser online %s is called %s', ([isOnline, status]) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  const retry = vi.fn();
  setFailed(retry);
  expect(navigationState.get().status).toBe(status);
  navigationState.get().retry();
  expect(retry).toHaveBeenCalledOnce();
  navigationState.get().dismiss();
  expect(navigationState.get().status).toBe('idle');
});

test('a store keeps its first value for what the server rendered, and tells of others', () => {
  const store = createStore(1);
  const listener = vi.fn();
  const forget = store.subscribe(listener);
  store.set(2);
  forget();
  store.set(3);
  expect([store.initial, store.get()]).toEqual([1, 3]);
  expect(listener).toHaveBeenCalledOnce();
});
