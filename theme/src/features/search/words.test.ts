import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { isUnspaced, keyOf, namesOf, splitText } from './words';

interface Case {
  readonly text: string;
  readonly words: string[];
}

const contract = parse(readFileSync('contracts/search-tokens.toml', 'utf8'));

/** The index terms of a word, according to the theme. */
const wordsOf = ({ text }: { text: string }): string[] =>
  isUnspaced(text) ? [...text].map((_, index) => text.slice(index, index + 2)) : namesOf(text);

describe('words match the contract', () => {
  test.for(contract.case as unknown as Case[])('$text', ({ text, words }) => {
    expect(splitText(text).flatMap(wordsOf)).toEqual(words);
  });
});

test('a word has its position in the text', () => {
  expect(splitText('存储 key')).toEqual([
    { text: '存储', start: 0 },
    { text: 'key', start: 3 },
  ]);
});

describe('inflected forms of a word have the same key', () => {
  test.for([
    ['protect', 'protects', 'protected', 'protecting', 'protection'],
    ['migrate', 'migrates', 'migrated', 'migrating', 'migration', 'migrations'],
    ['initialize', 'initialized', 'initializing', 'initialization'],
    ['property', 'properties'],
    ['write', 'writes', 'writing'],
    ['value', 'values'],
    ['key', 'keys'],
    ['direct', 'directly'],
    ['setting', 'settings'],
  ])('%s', (forms) => {
    expect(new Set(forms.map(keyOf)).size).toBe(1);
  });
});

test('a key is a prefix of its words, so that the index can be searched for it', () => {
  for (const name of ['protection', 'entries', 'copy', 'writing', 'types', 'apply', 'version']) {
    expect(name.startsWith(keyOf(name))).toBe(true);
  }
});

test('words that only look alike have different keys', () => {
  expect(keyOf('string')).toBe('string');
  expect(keyOf('set')).not.toBe(keyOf('settings'));
  expect(keyOf('storage')).not.toBe(keyOf('store'));
  expect(keyOf('v2')).toBe('v2');
});
