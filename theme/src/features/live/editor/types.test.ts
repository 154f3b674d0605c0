import { CompletionContext } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import type { Checker, Completion } from '../checker-client';
import { complete } from './types';

const ALL: Completion[] = [
  { label: 'light', kind: 'string' },
  { label: 'letter', kind: 'const' },
  { label: 'let', kind: 'keyword' },
];

const checker = (isBroken = false): Checker => ({
  findErrors: async () => [],
  complete: async () => (isBroken ? Promise.reject(new Error('It does not run.')) : ALL),
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
])('what is offered after "$text"', async ({ text, expected }) => {
  expect(await completed(text)).toEqual(expected);
});

test('a complete word is not completed unless it is asked for', async () => {
  expect(await completed('let')).toBeNull();
  expect(await completed('let', true)).toEqual({ from: 0, labels: EVERY });
});

test('nothing is offered without a checker', async () => {
  expect(await completed('a.', true, true)).toBeNull();
});
