import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseQuery, type Word } from './query';
import { correctText, isOneEditAway } from './spelling';
import { makeIndex } from './testing';

const INDEX = makeIndex({}, [], ['migration', 'migrating']);
const correct = (text: string): Promise<string | undefined> =>
  correctText(text, parseQuery(text).units.flat() as Word[], INDEX);

test('a word is replaced by the most frequent one that is one edit away', async () => {
  expect(await correct('migratoin')).toBe('migration');
  expect(await correct('how migrtion')).toBe('how migration');
  expect(await correct('imgration')).toBe('migration');
});

test('what is further away stays', async () => {
  expect(await correct('migrtoin')).toBeUndefined();
  expect(await correct('mogratoin')).toBeUndefined();
  expect(await correct('nigration')).toBeUndefined();
});

/** The definition, in quadratic time. */
function edits(word: string): Set<string> {
  const letters = [...'abc'];
  const at = (place: number): string[] => [
    word.slice(0, place) + word.slice(place + 1),
    ...letters.map((letter) => word.slice(0, place) + letter + word.slice(place)),
    ...letters.map((letter) => word.slice(0, place) + letter + word.slice(place + 1)),
    word.slice(0, place) +
      word
        .slice(place, place + 2)
        .split('')
        .reverse()
        .join('') +
      word.slice(place + 2),
  ];
  const all = Array.from({ length: word.length + 1 }, (_, place) => at(place)).flat();
  return new Set(all.filter((other) => other !== word));
}

test('one edit is one letter more, less or another, or two that are swapped', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
  fc.assert(
    fc.property(word, word, (one, other) => {
      expect(isOneEditAway(one, other)).toBe(edits(one).has(other));
    }),
    { numRuns: 2_000 },
  );
});
