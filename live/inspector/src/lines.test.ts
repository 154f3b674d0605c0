import { describe, expect, test } from 'vitest';
import { changedLines, hiddenIn, linesOf } from './lines.ts';

const changed = (before: unknown, now: unknown): string[] => {
  const lines = linesOf(JSON.stringify(now));
  return [...changedLines(linesOf(JSON.stringify(before)), lines)].map(
    (line) => lines[line]?.trim() ?? '',
  );
};

describe('the text of an entry', () => {
  test('JSON is shown with one value per line', () => {
    expect(linesOf('{"a":[1]}')).toEqual(['{', '  "a": [', '    1', '  ]', '}']);
  });

  test('what is no JSON is shown as it is', () => {
    expect(linesOf('{"a":\nx')).toEqual(['{"a":', 'x']);
  });

  test('only the beginning of megabytes is shown', () => {
    const text = 'x'.repeat(5_000_000);
    const lines = linesOf(text);
    expect(lines.join('')).toBe(`${'x'.repeat(text.length - hiddenIn(text))}…`);
    expect(lines.join('').length).toBeLessThan(1_000);
  });

  test('an entry of many values is shown whole', () => {
    const text = JSON.stringify(Array.from({ length: 2_000 }, (_, index) => index));
    expect(hiddenIn(text)).toBe(0);
    expect(linesOf(text)).toHaveLength(2_002);
  });
});

describe('the lines that changed', () => {
  test('none, where nothing did', () => {
    expect(changed({ a: 1 }, { a: 1 })).toEqual([]);
  });

  test('one value among others', () => {
    expect(changed({ a: 1, b: 2, c: 3 }, { a: 1, b: 4, c: 3 })).toEqual(['"b": 4,']);
  });

  test('two values apart from each other, and not what stands between', () => {
    expect(changed({ a: 1, b: 2, c: 3 }, { a: 5, b: 2, c: 6 })).toEqual(['"a": 5,', '"c": 6']);
  });

  test('a value added at the end, without the one that got a comma by it', () => {
    expect(changed({ a: 1 }, { a: 1, b: 2 })).toEqual(['"b": 2']);
  });

  test('none where a value is gone', () => {
    expect(changed([1, 2, 3], [2, 3])).toEqual([]);
  });

  test('all of an entry that is new', () => {
    expect([...changedLines(linesOf(''), linesOf('{"a":1}'))]).toEqual([0, 1, 2]);
  });

  test('all of a long list, which is not compared line by line', () => {
    const list = Array.from({ length: 500 }, (_, index) => index % 10);
    expect(changed(list, [...list.slice(1), -1])).toHaveLength(500);
  });
});
