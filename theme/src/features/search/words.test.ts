import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { isUnspaced, keyOf, namesOf, splitText } from './words';

interface Case {
  readonly text: string;
  readonly words: string[];
}

const contract = parse(readFileSync('contracts/search-tokens.toml', 'utf8'));

/** What the index has for a word, by the rules of this side. */
const wordsOf = ({ text }: { text: string }): string[] =>
  isUnspaced(text) ? [...text].map((_, place) => text.slice(place, place + 2)) : namesOf(text);

describe('words are those of the contract', () => {
  test.for(contract.case as unknown as Case[])('$text', ({ text, words }) => {
    expect(splitText(text).flatMap(wordsOf)).toEqual(words);
  });
});

test('a word is found where it stands', () => {
  expect(splitText('存储 key')).toEqual([
    { text: '存储', start: 0 },
    { text: 'key', start: 3 },
  ]);
});

describe('forms of a word have one key', () => {
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

test('a key is the beginning of each word that has it, so that the index can be asked for it', () => {
  for (const name of ['protection', 'entries', 'copy', 'writing', 'types', 'apply', 'version']) {
    expect(name.startsWith(keyOf(name))).toBe(true);
  }
});

test('words that only look alike have keys of their own', () => {
  expect(keyOf('string')).toBe('string');
  expect(keyOf('set')).not.toBe(keyOf('settings'));
  expect(keyOf('storage')).not.toBe(keyOf('store'));
  expect(keyOf('v2')).toBe('v2');
});
