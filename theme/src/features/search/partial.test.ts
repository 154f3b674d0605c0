import { expect, test } from 'vitest';
import { prepareSection } from './match';
import { matchSome, type PartialMatch, splitParts } from './partial';
import { parseQuery } from './query';
import { lookUp } from './ranking';
import { formatUnits, makeIndex } from './testing';

const SECTION = prepareSection({
  path: '/guide/quota.html#quota',
  page: '/guide/quota.html',
  title: 'Errors',
  id: 'quota',
  heading: 'Storage is full',
  parents: [],
  text: 'The quota of this origin is used up.',
});

function match(query: string): PartialMatch | undefined {
  const parsed = parseQuery(query);
  return matchSome(SECTION, parsed.units, parsed);
}

test('names the words that a section does not have, as they were typed', () => {
  expect(match('quota Exceeded')?.missing).toEqual(['Exceeded']);
  expect(match('quota errors')?.missing).toEqual([]);
});

test('words that only occur in the page title do not match', () => {
  expect(match('errors tea')).toBeUndefined();
});

const INDEX = makeIndex(
  {
    tea: { 0: 1 },
    pot: { 0: 1 },
    kettle: { 0: 1 },
    版本: { 0: 3 },
    本迁: { 1: 3 },
    迁移: { 0: 3 },
  },
  [{ words: ['登出'], meanings: ['退出登录'] }],
);

async function split(query: string): Promise<string[]> {
  const parts = await lookUp(INDEX, parseQuery(query).units);
  return formatUnits(await splitParts(parts, INDEX));
}

test('unknown names and joined words are split into their parts', async () => {
  expect(await split('makeTeaPot')).toEqual(['make', 'tea', 'pot']);
  expect(await split('tea-pot kettle')).toEqual(['run(tea pot)', 'kettle']);
  expect(await split('pot-tea-cup')).toEqual(['pot', 'tea', 'cup']);
});

test('Chinese is split into the known pairs that cover most of it', async () => {
  expect(await split('版本迁移')).toEqual(['版本', '迁移']);
  expect(await split('新版本')).toEqual(['版本']);
  expect(await split('键盘')).toEqual(['键盘']);
});

test('a synonym in a run of Chinese is a separate part', async () => {
  expect(await split('版本登出')).toEqual(['登出|退出登录', '版本']);
});
