import { afterEach, expect, test, vi } from 'vitest';
import { getNavigationState, setFailed, setIdle, setLoading } from './navigation-state';

afterEach(() => {
  setIdle();
  vi.restoreAllMocks();
});

test('the status is loading until the page has loaded', () => {
  setLoading();
  expect(getNavigationState().status).toBe('loading');
  setIdle();
  expect(getNavigationState().status).toBe('idle');
});

test.for([
  [true, 'failed'],
  [false, 'offline'],
] as const)('with navigator.onLine %s, a failure has the status %s', ([isOnline, status]) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  const retry = vi.fn();
  setFailed(retry);
  expect(getNavigationState().status).toBe(status);
  getNavigationState().retry();
  expect(retry).toHaveBeenCalledOnce();
  getNavigationState().dismiss();
  expect(getNavigationState().status).toBe('idle');
});
