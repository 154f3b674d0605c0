import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changedLines, compact, format, hiddenIn, linesOf } from '../src/inspector/lines.ts';

const changed = (before: unknown, now: unknown): string[] => {
  const lines = linesOf(JSON.stringify(now));
  return [...changedLines(linesOf(JSON.stringify(before)), lines)].map(
    (line) => lines[line]?.trim() ?? '',
  );
};

describe('the text of an entry', () => {
  test('is formatted with one value per line', () => {
    expect(linesOf('{"a":[1]}')).toEqual(['{', '  "a": [', '    1', '  ]', '}']);
  });

  test('is split only at its line breaks if it is not JSON', () => {
    expect(linesOf('{"a":\nx')).toEqual(['{"a":', 'x']);
  });

  test('is truncated if it is very long', () => {
    const text = 'x'.repeat(5_000_000);
    const lines = linesOf(text);
    expect(lines.join('')).toBe(`${'x'.repeat(text.length - hiddenIn(text))}…`);
    expect(lines.join('').length).toBeLessThan(1_000);
  });

  test('is complete if it has many values', () => {
    const text = JSON.stringify(Array.from({ length: 2_000 }, (_, index) => index));
    expect(hiddenIn(text)).toBe(0);
    expect(linesOf(text)).toHaveLength(2_002);
  });
});

describe('changed lines', () => {
  test.each([
    ['none without a change', { a: 1 }, { a: 1 }, []],
    ['one value', { a: 1, b: 2, c: 3 }, { a: 1, b: 4, c: 3 }, ['"b": 4,']],
    ['two values', { a: 1, b: 2, c: 3 }, { a: 5, b: 2, c: 6 }, ['"a": 5,', '"c": 6']],
    ['a new last value, but not the comma before it', { a: 1 }, { a: 1, b: 2 }, ['"b": 2']],
    ['none for a removed value', [1, 2, 3], [2, 3], []],
  ])('%s', (_, before, now, expected) => {
    expect(changed(before, now)).toEqual(expected);
  });

  test('all of a new entry', () => {
    expect([...changedLines(linesOf(''), linesOf('{"a":1}'))]).toEqual([0, 1, 2]);
  });

  test('all of a long list, which is not compared line by line', () => {
    const list = Array.from({ length: 500 }, (_, index) => index % 10);
    expect(changed(list, [...list.slice(1), -1])).toHaveLength(500);
  });
});

describe('formatting', () => {
  test.each([
    '12345678901234567890',
    '{"a":1.50}',
    '1e3',
    '{"2":1,"1":2}',
    '{"a":1,"a":2}',
    '"\\u0041"',
  ])('leaves text alone that parsing would change: %s', (text) => {
    expect(format(text)).toBeUndefined();
    expect(linesOf(text)).toEqual([text]);
  });

  test('changes only whitespace', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const compacted = compact(text);
        expect(JSON.parse(compacted)).toEqual(JSON.parse(text));
        expect(compact(format(text) ?? compacted)).toBe(compacted);
      }),
    );
    expect(compact('{ "a b" : [ 1.0,\n"\\" " ] }')).toBe('{"a b":[1.0,"\\" "]}');
  });
});
