import { expect, test } from 'vitest';
import { parseQuery } from './query';
import { addSynonyms, prepareSynonyms } from './synonyms';
import { formatUnits } from './testing';

const SYNONYMS = prepareSynonyms([
  { words: ['protect', 'protection'], meanings: ['保护'] },
  { words: ['session storage'], meanings: ['会话存储'] },
  { words: ['storage'], meanings: ['存储'] },
  { words: ['保护'], meanings: ['protect', 'guard well'] },
  { words: ['window is not defined'], meanings: ['server'] },
]);
const add = (query: string): string[] =>
  formatUnits(addSynonyms(parseQuery(query).units, SYNONYMS));

test('inflected forms of a word have its synonyms', () => {
  expect(add('protecting keys')).toEqual(['protecting|保护', 'keys']);
});

test('the longest phrase wins', () => {
  expect(add('session storage')).toEqual(['all(session storage)|会话存储']);
  expect(add('storage session')).toEqual(['storage|存储', 'session']);
});

test('stop words in a phrase do not matter', () => {
  expect(add('window not defined')).toEqual(['all(window defined)|server']);
});

test('a word can have several meanings', () => {
  expect(add('保护')).toEqual(['保护|protect|all(guard well)']);
});

test('a longer run of Chinese that contains a term has no synonyms', () => {
  expect(add('会话保护')).toEqual(['会话保护']);
});
