import { afterEach, expect, test, vi } from 'vitest';
import { leaveMark } from './session-mark';

const TAGS = { tags: ['analytics-language-once'] };

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

test('a mark is set once per session', TAGS, () => {
  expect([leaveMark(), leaveMark(), leaveMark()]).toEqual([true, false, false]);
  expect([sessionStorage.length, localStorage.length]).toEqual([1, 0]);
});

test('without storage, a mark never counts as new', TAGS, () => {
  vi.stubGlobal('sessionStorage', undefined);
  expect(leaveMark()).toBe(false);
});
