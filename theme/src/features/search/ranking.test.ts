import { expect, test } from 'vitest';
import { chunksFor, type Lookup, rank } from './ranking';

const INDEX = {
  meta: '',
  firstWords: ['aǃ', 'keyǃ', 'protectǃ', 'protectionǃ', 'storageǃ'],
  files: ['1', '2', '3', '4', '5'],
};

test('a word is in the file that begins before it', () => {
  expect(chunksFor('localǃ', INDEX)).toEqual(['2']);
  expect(chunksFor('zǃ', INDEX)).toEqual(['5']);
  expect(chunksFor('0ǃ', INDEX)).toEqual(['1']);
});

test('words with a beginning can be in several', () => {
  expect(chunksFor('protect', INDEX)).toEqual(['2', '3', '4']);
});

const FOUND = new Map([
  ['tea', new Map(Object.entries({ a: 1, b: 3 }))],
  ['pot', new Map(Object.entries({ a: 2, c: 5 }))],
  ['the', new Map(Object.entries({ a: 10, z: 10 }))],
]);
const ranked = (units: Lookup, extras: string[] = []) => rank({ units, extras }, FOUND);

test('sections with all parts come first', () => {
  expect(ranked([[['tea']], [['pot']]])).toEqual([
    { id: 'a', count: 2, score: 3 },
    { id: 'c', count: 1, score: 5 },
    { id: 'b', count: 1, score: 3 },
  ]);
});

test('a way needs all its words, and another way counts for less', () => {
  expect(ranked([[['tea', 'pot'], ['pot']]])).toEqual([
    { id: 'c', count: 1, score: 3.5 },
    { id: 'a', count: 1, score: 3 },
  ]);
});

test('extras speak for a section, and find none', () => {
  expect(ranked([[['tea']]], ['the'])).toEqual([
    { id: 'a', count: 1, score: 11 },
    { id: 'b', count: 1, score: 3 },
  ]);
});
