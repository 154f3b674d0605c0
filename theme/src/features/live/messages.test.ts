import type { FromFrame } from '@tuffet-live/frame/protocol';
import { describe, expect, test } from 'vitest';
import { MAX_ENTRIES, MAX_LINE_LENGTH, MAX_STORED_LENGTH, readMessage, weigh } from './messages';

const entry = { key: 'settings', storage: 'local', text: '{}', version: 1, isProtected: true };
const { version: _, ...raw } = entry;

const MESSAGES = [
  { type: 'stored', entries: [] },
  {
    type: 'stored',
    entries: [entry, { ...raw, storage: 'session' }, { ...raw, storage: 'memory' }],
  },
  { type: 'write', key: 'settings', text: '{}' },
  { type: 'write', key: 'settings', text: null },
  { type: 'write', key: null, text: null },
  { type: 'write', key: '', text: '' },
  { type: 'line', level: 'log', text: '' },
  { type: 'line', level: 'uncaught', text: 'Error', link: 'https://site.example/' },
  { type: 'height', height: 0 },
  { type: 'height', height: 320 },
  { type: 'done' },
  { type: 'stopped', reason: 'loop' },
  { type: 'stopped', reason: 'memory' },
  { type: 'pong', id: 7 },
  { type: 'started' },
];

test.for(MESSAGES)('%o is valid', (message) => {
  expect(readMessage(message)).toEqual(message);
});

const FORGERIES = [
  ...[undefined, null, 0, true, '', 'done', [], {}, ['done'], new Map([['type', 'done']])],
  ...[null, 7, 'start', 'toString', '__proto__', 'constructor', 'storage', 'ping', {}].map(
    (type) => ({ type }),
  ),
  ...[undefined, null, {}, 'entries', { length: 1, 0: entry }].map((entries) => ({
    type: 'stored',
    entries,
  })),
  ...[null, 'x', [], {}].map((one) => ({ type: 'stored', entries: [entry, one] })),
  ...[
    { key: 1 },
    { key: null },
    { text: undefined },
    { text: { toString: 'x' } },
    { storage: 'cookie' },
    { storage: ['local'] },
    { version: '1' },
    { version: -1 },
    { version: 1.5 },
    { version: null },
    { isProtected: 'yes' },
    { isProtected: undefined },
  ].map((change) => ({ type: 'stored', entries: [{ ...entry, ...change }] })),
  ...[
    {},
    { key: 'a' },
    { text: 'a' },
    { key: 1, text: 'a' },
    { key: 'a', text: 1 },
    { key: ['a'], text: 'a' },
    { key: null, text: 'a' },
  ].map((fields) => ({ type: 'write', ...fields })),
  ...[
    {},
    { level: 'log' },
    { text: 'a' },
    { level: 'fatal', text: 'a' },
    { level: ['log'], text: 'a' },
    { level: 'log', text: ['a'] },
    { level: 'log', text: null },
  ].map((fields) => ({ type: 'line', ...fields })),
  ...[
    undefined,
    null,
    '40',
    -1,
    0.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e9,
    [40],
    { valueOf: 1 },
  ].map((height) => ({ type: 'height', height })),
  ...[undefined, null, 'done', ['loop'], {}].map((reason) => ({ type: 'stopped', reason })),
  ...[undefined, null, '1', -1, 1.5, Number.NaN, [1]].map((id) => ({ type: 'pong', id })),
];

test.for(FORGERIES)('%o is rejected', (forgery) => {
  expect(readMessage(forgery)).toBeUndefined();
});

test('unknown properties are removed', () => {
  const more = { html: '<b>', style: 'position: fixed', [Symbol.iterator]: null };
  const link = { link: 'javascript:alert(1)'.padEnd(501, 'x') };
  expect(readMessage({ type: 'done', ...more })).toEqual({ type: 'done' });
  expect(readMessage({ type: 'line', level: 'log', text: 'a', ...link, ...more })).toEqual({
    ...{ type: 'line', level: 'log', text: 'a' },
  });
  expect(readMessage({ type: 'stored', entries: [{ ...entry, ...more }] })).toEqual({
    ...{ type: 'stored', entries: [entry] },
  });
});

describe('bounds', () => {
  test('a long line is truncated', () => {
    const message = readMessage({ type: 'line', level: 'log', text: 'x'.repeat(1e6) });
    expect(message).toEqual({
      ...{ type: 'line', level: 'log', text: `${'x'.repeat(MAX_LINE_LENGTH)}…` },
    });
  });

  test('the number of entries is limited, and a sparse list is rejected', () => {
    const entries = Array.from({ length: MAX_ENTRIES + 1 }, () => entry);
    expect(readMessage({ type: 'stored', entries })).toMatchObject({
      entries: { length: MAX_ENTRIES },
    });
    const sparse = [entry];
    sparse.length = 2 ** 32 - 1;
    expect(readMessage({ type: 'stored', entries: sparse })).toBeUndefined();
  });

  test('entries larger than the storage quota are rejected', () => {
    const text = 'x'.repeat(MAX_STORED_LENGTH);
    expect(readMessage({ type: 'write', key: 'a', text })).toBeUndefined();
    expect(readMessage({ type: 'write', key: '', text })).toBeDefined();
    const entries = [1, 2, 3, 4].map(() => ({ ...entry, text }));
    expect(readMessage({ type: 'stored', entries })).toBeUndefined();
  });

  test('the weight of a message is the length of its texts', () => {
    const weights = (MESSAGES as FromFrame[]).map(weigh);
    expect(weights.slice(0, 8)).toEqual([0, 30, 10, 8, 0, 0, 0, 5]);
    expect(weights.slice(8)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });
});
