import { afterEach, expect, test, vi } from 'vitest';
import { leaveMark } from './session-mark';

const TAGS = { tags: ['analytics-language-once'] };

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

test('a mark is left once in a session', TAGS, () => {
  expect([leaveMark(), leaveMark(), leaveMark()]).toEqual([true, false, false]);
  expect([sessionStorage.length, localStorage.length]).toEqual([1, 0]);
});

test('where nothing can be kept, there is no first time', TAGS, () => {
  vi.stubGlobal('sessionStorage', undefined);
  expect(leaveMark()).toBe(false);
});
