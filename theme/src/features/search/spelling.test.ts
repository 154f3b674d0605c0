import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseQuery, type Word } from './query';
import { correctText, isOneEditAway } from './spelling';
import { makeIndex } from './testing';

const INDEX = makeIndex({}, [], ['migration', 'migrating']);
const correct = (text: string): Promise<string | undefined> =>
  correctText(text, parseQuery(text).units.flat() as Word[], INDEX);

test('a word is corrected to the most frequent one that is one edit away', async () => {
  expect(await correct('migratoin')).toBe('migration');
  expect(await correct('how migrtion')).toBe('how migration');
  expect(await correct('imgration')).toBe('migration');
});

test('a word that is further away is not corrected', async () => {
  expect(await correct('migrtoin')).toBeUndefined();
  expect(await correct('mogratoin')).toBeUndefined();
  expect(await correct('nigration')).toBeUndefined();
});

/** All strings that are one edit away, by definition. */
function edits(word: string): Set<string> {
  const letters = [...'abc'];
  const at = (index: number): string[] => [
    word.slice(0, index) + word.slice(index + 1),
    ...letters.map((letter) => word.slice(0, index) + letter + word.slice(index)),
    ...letters.map((letter) => word.slice(0, index) + letter + word.slice(index + 1)),
    word.slice(0, index) +
      word
        .slice(index, index + 2)
        .split('')
        .reverse()
        .join('') +
      word.slice(index + 2),
  ];
  const all = Array.from({ length: word.length + 1 }, (_, index) => at(index)).flat();
  return new Set(all.filter((other) => other !== word));
}

test('one edit is an insertion, a deletion, a substitution or a transposition', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
  fc.assert(
    fc.property(word, word, (one, other) => {
      expect(isOneEditAway(one, other)).toBe(edits(one).has(other));
    }),
    { numRuns: 2_000 },
  );
});
