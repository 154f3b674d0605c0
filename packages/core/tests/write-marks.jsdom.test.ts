import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMark, readMark, stripMark } from '../src/store/write-marks.ts';

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
      expect(intent?.(other)).toBe(intended.includes(other));
    }),
  );
});

test('other releases read the mark: it contains 32-bit FNV-1a hashes', () => {
  const digits = createMark(['a']).slice(1).replace(/ /g, '0').replace(/\t/g, '1');
  expect(Number.parseInt(digits, 2)).toBe(0xe40c292c);
});

test.each(['{"a":1}', '{\n\t"a": 1\n}', '{"a":"\\t"}', ''])(
  'a string that other code formatted has no mark: %j',
  (text) => {
    expect(readMark(text)).toBeUndefined();
    expect(stripMark(text)).toBe(text);
  },
);
