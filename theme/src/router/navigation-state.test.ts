import { afterEach, expect, test, vi } from 'vitest';
import { getNavigationState, setFailed, setIdle, setLoading } from './navigation-state';

afterEach(() => {
  setIdle();
  vi.restoreAllMocks();
});

test('readers are told that a page is on its way, and no longer when it is there', () => {
  setLoading();
  expect(getNavigationState().status).toBe('loading');
  setIdle();
  expect(getNavigationState().status).toBe('idle');
});

test.for([
  [true, 'failed'],
  [false, 'offline'],
] as const)('what failed with the browser online %s is called %s', ([isOnline, status]) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  const retry = vi.fn();
  setFailed(retry);
  expect(getNavigationState().status).toBe(status);
  getNavigationState().retry();
  expect(retry).toHaveBeenCalledOnce();
  getNavigationState().dismiss();
  expect(getNavigationState().status).toBe('idle');
});
