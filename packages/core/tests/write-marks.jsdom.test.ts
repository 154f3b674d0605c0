import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createMark,
  createOrigin,
  isMadeFrom,
  readMark,
  stripMark,
} from '../src/store/write-marks.ts';

const names = fc.uniqueArray(fc.string(), { maxLength: 5 });

test('a mark names the properties of a write and no others, and JSON ignores it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), names, fc.string(), (value, intended, other) => {
      const text = JSON.stringify(value);
      const marked = text + createMark(intended);
      const intent = readMark(marked);
      expect(JSON.parse(marked)).toEqual(JSON.parse(text));
      expect(stripMark(marked)).toBe(text);
      expect(intended.every((name) => intent?.(name))).toBe(true);
      // Two names may have the same hash.
      const isKnown = intended.some((name) => createMark([name]) === createMark([other]));
      expect(intent?.(other)).toBe(isKnown);
    }),
  );
});

const bitsOf = (mark: string) =>
  Number.parseInt(mark.slice(1).replace(/ /g, '0').replace(/\t/g, '1'), 2);

test('other releases read the mark: it contains the last 16 bits of FNV-1a hashes', () => {
  expect(bitsOf(createMark(['a']))).toBe(0x292c);
});

test('a mark for a patch of ten properties is shorter than 200 characters', () => {
  expect(createMark([...'abcdefghij'])).toHaveLength(161);
});

describe('the origin of a migrated entry', () => {
  test('is an FNV-1a hash of the old string, with 32 bits', () => {
    expect(bitsOf(createOrigin('a'))).toBe(0xe40c292c);
  });

  test('is recognized until the entry is written again', () => {
    const text = `{"b":1}${createOrigin('{"a":1}')}`;
    expect(isMadeFrom(text, '{"a":1}')).toBe(true);
    expect(isMadeFrom(text, '{"a":2}')).toBe(false);
    expect(isMadeFrom('{"b":1}', '{"a":1}')).toBeUndefined();
    expect(stripMark(text)).toBe('{"b":1}');
  });
});

test('whitespace of another length is not a mark', () => {
  expect(readMark('{"a":1}\t \t')).toBeUndefined();
});

test.each(['{"a":1}', '{\n\t"a": 1\n}', '{"a":"\\t"}', ''])(
  'a string that other code formatted has no mark: %j',
  (text) => {
    expect(readMark(text)).toBeUndefined();
    expect(stripMark(text)).toBe(text);
  },
);
