import { expect, test } from 'vitest';
import { filesFor } from './language-index';
import { parseQuery } from './query';
import { lookUp, lookUpExtras, lookUpMessage, pairsIn, rank } from './ranking';
import { addSynonyms } from './synonyms';
import { formatUnits, makeIndex } from './testing';

const FIRST = ['a', 'key', 'protect', 'protection', 'storage'];
const filesOf = (word: string): (string | undefined)[] =>
  filesFor(word, FIRST).map((file) => FIRST[file]);

test('a word is in the last file whose first word is not after it', () => {
  expect(filesOf('local')).toEqual(['key']);
  expect(filesOf('z')).toEqual(['storage']);
  expect(filesOf('0')).toEqual(['a']);
});

test('words with the same prefix can be in several files', () => {
  expect(filesOf('prot')).toEqual(['key', 'protect', 'protection']);
});

const INDEX = makeIndex(
  {
    protect: { 0: 1 },
    protection: { 0: 2 },
    protectors: { 0: 3 },
    the: { 0: 1 },
    tea: { 1: 2 },
    pot: { 0: 1 },
    存储: { 1: 2 },
    储键: { 1: 1 },
    键: { 1: 4 },
  },
  [{ words: ['kettle'], meanings: ['pot'] }],
);

async function scores(query: string): Promise<Record<number, number>[]> {
  const parts = await lookUp(INDEX, addSynonyms(parseQuery(query).units, INDEX.synonyms));
  return parts.map((part) => Object.fromEntries(part.scores));
}

test('other forms of a word count less, and longer words even less', async () => {
  expect(await scores('protect ')).toEqual([{ 0: 4, 1: 3.6, 2: 2.4 }]);
});

test('a short word is looked up as it is, unless it is being typed', async () => {
  expect(await scores('te ')).toEqual([{}]);
  expect(await scores('te')).toEqual([{ 0: 0.6, 1: 0.6 }]);
});

test('Chinese must match all pairs, and a single character matches pairs that start with it', async () => {
  expect(await scores('存储键')).toEqual([{ 0: 2 }]);
  expect(await scores('存')).toEqual([{ 0: 0.6, 1: 0.6 }]);
  expect(pairsIn('存储键').map(({ name }) => name)).toEqual(['存储', '储键']);
});

test('a synonym counts less than the word itself', async () => {
  expect(await scores('kettle')).toEqual([{ 0: 0.7 * 4 }]);
});

test('sections with more of the query have more coverage, unknown words do not count', async () => {
  const parts = await lookUp(INDEX, parseQuery('tea pot xyzzy').units);
  const [first, second] = rank(parts, [], INDEX);
  expect(first?.section).toBe(0);
  expect(first?.coverage).toBeCloseTo(1);
  expect(second?.coverage).toBeLessThan(1);
});

test('words that are only indexed in headings affect the ranking, but find no sections', async () => {
  const query = parseQuery('the tea');
  const parts = await lookUp(INDEX, query.units);
  const plain = rank(parts, [], INDEX).map(({ score }) => score);
  const ranked = rank(parts, await lookUpExtras(INDEX, query), INDEX);
  expect(ranked.map(({ score }) => score)).toEqual([(plain[0] ?? 0) + 4, plain[1]]);
});

test('only a few words of a long message are looked up', async () => {
  const words = 'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda of mu';
  const units = (await lookUpMessage(INDEX, parseQuery(words))).map(({ unit }) => unit);
  expect(formatUnits(units)).toEqual(
    'alpha beta gamma delta epsilon theta kappa lambda'.split(' '),
  );
});
