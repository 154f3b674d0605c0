import { CompletionContext } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { MAX_COMPLETIONS } from '@tuffet-live/frame/checker-messages';
import { expect, test } from 'vitest';
import type { Checker, Completion } from '../checker-client';
import { complete } from './types';

const ALL: Completion[] = [
  { label: 'light', kind: 'string' },
  { label: 'letter', kind: 'const' },
  { label: 'let', kind: 'keyword' },
];

const checker = (isBroken = false, all = ALL): Checker => ({
  findErrors: async () => [],
  complete: async () => (isBroken ? Promise.reject(new Error('It does not run.')) : all),
  describe: async () => undefined,
});

async function completed(text: string, isExplicit = false, isBroken = false) {
  const state = EditorState.create({ doc: text });
  const context = new CompletionContext(state, text.length, isExplicit);
  const result = await complete(checker(isBroken), context);
  return result && { from: result.from, labels: result.options.map(({ label }) => label) };
}

const EVERY = ['light', 'letter', 'let'];

test.for([
  { text: 'a = le', expected: { from: 4, labels: EVERY } },
  { text: 'a.', expected: { from: 2, labels: EVERY } },
  { text: "a = '", expected: { from: 5, labels: ['light'] } },
  { text: 'a ', expected: null },
])('completions after "$text"', async ({ text, expected }) => {
  expect(await completed(text)).toEqual(expected);
});

test('a complete word is only completed on request', async () => {
  expect(await completed('let')).toBeNull();
  expect(await completed('let', true)).toEqual({ from: 0, labels: EVERY });
});

test('without a working checker there are no completions', async () => {
  expect(await completed('a.', true, true)).toBeNull();
});

/** Returns the words for which a new list is requested, after one for the first letters. */
async function requestedFor(words: readonly string[], all = ALL): Promise<string[]> {
  const state = EditorState.create({ doc: 'a = le' });
  const result = await complete(checker(false, all), new CompletionContext(state, 6, false));
  const isValid = result?.validFor;
  return words.filter((word) => typeof isValid === 'function' && !isValid(word, 4, 4, state));
}

test('a list is requested once per word, not with every key', async () => {
  expect(await requestedFor(['le', 'lett', 'lette'])).toEqual([]);
});

test('a list is requested again for a shorter or complete word, and after it', async () => {
  expect(await requestedFor(['l', 'let', 'le.'])).toEqual(['l', 'let', 'le.']);
});

test('a truncated list is requested again', async () => {
  const others = Array.from({ length: MAX_COMPLETIONS }, (_, i) => `le${i}`);
  const all = others.map((label) => ({ label, kind: 'const' }));
  expect(await requestedFor(['lett'], all)).toEqual(['lett']);
});
