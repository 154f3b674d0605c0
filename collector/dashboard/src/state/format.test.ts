import { expect, test } from 'vitest';
import { changeOf, createFormat, fill, ratioOf } from './format.ts';

const [english, chinese] = [createFormat('en'), createFormat('zh')];

test('times are formatted for the language', () => {
  expect([0, 7_400, 84_000, 3_600_000].map(english.time)).toEqual(['–', '7s', '1m 24s', '60m 0s']);
  expect(chinese.time(84_000)).toMatch(/^1\s?分钟 24\s?秒$/);
});

test('days are in UTC, in any time zone', () => {
  expect(english.day('2026-11-15')).toBe('Nov 15');
  expect(chinese.day('2026-11-15')).toBe('11/15');
  expect(english.days('2026-10-17', '2026-11-15')).toBe('Oct 17\u2009–\u2009Nov 15, 2026');
  expect(chinese.days('2026-10-17', '2026-11-15')).toBe('2026年10月17日至11月15日');
  expect(chinese.days('2025-12-31', '2026-01-01')).toBe('2025年12月31日至2026年1月1日');
  expect(chinese.fullDay('2026-11-15')).toBe('2026年11月15日星期日');
});

test('languages have names, and unknown codes stay unchanged', () => {
  expect(['zh', 'v2', 'no_such'].map(english.language)).toEqual(['Chinese', 'v2', 'no_such']);
});

test('a change needs a previous value', () => {
  expect([changeOf(15, 10), changeOf(0, 10), changeOf(3, 0)]).toEqual([0.5, -1, undefined]);
  expect(english.change(0.5)).toBe('+50%');
  expect(ratioOf(1, 0)).toBe(0);
});

test('a small share is not 0%, and a large one is not 100%', () => {
  const shares = [0, 0.004, 0.005, 0.994, 0.996, 1];
  expect(shares.map(english.portion)).toEqual(['0%', '<1%', '1%', '99%', '>99%', '100%']);
});

test('placeholders are replaced, and those without a value stay unchanged', () => {
  expect(fill('{a} of {b}', { a: 1 })).toBe('1 of {b}');
});
