import { beforeEach, expect, test, vi } from 'vitest';
import { throttle } from './throttle';

beforeEach(() => {
  vi.useFakeTimers();
});

test('the first call runs immediately', () => {
  const work = vi.fn();
  throttle(work, 300)();
  expect(work).toHaveBeenCalledTimes(1);
});

test('many calls run at most once per interval, and once after the last', () => {
  const work = vi.fn();
  const throttled = throttle(work, 300);
  for (let time = 0; time < 900; time += 10) {
    throttled();
    vi.advanceTimersByTime(10);
  }
  expect(work).toHaveBeenCalledTimes(4); // at 0, 300, 600 and 900
  vi.advanceTimersByTime(3000);
  expect(work).toHaveBeenCalledTimes(4);
});

test('a canceled call never runs', () => {
  const work = vi.fn();
  const throttled = throttle(work, 300);
  throttled();
  throttled();
  throttled.cancel();
  vi.advanceTimersByTime(3000);
  expect(work).toHaveBeenCalledTimes(1);
});
