import { expect, test } from 'vitest';
import { addChange, type Change, diffOf, kindOf } from '../src/model/timeline.ts';

const change = (more: Partial<Change> = {}): Change => ({
  id: 1,
  at: 0,
  storage: 'local',
  key: 'pot',
  before: '{"a":1}',
  after: '{"a":2}',
  origin: 'module',
  stack: '',
  turn: 1,
  ...more,
});

const addAll = (changes: readonly Change[]): readonly Change[] =>
  changes.reduce<readonly Change[]>(addChange, []);

test('only a removal and a write of the same turn are one change', () => {
  const removal = change({ after: null });
  const write = change({ before: null, after: '{"a":3}' });
  expect(addAll([removal, write])).toEqual([{ ...write, before: '{"a":1}' }]);
  expect(addAll([removal, { ...write, turn: 2 }])).toHaveLength(2);
  expect(addAll([removal, { ...write, origin: 'raw' }])).toHaveLength(2);
  expect(addAll([removal, { ...write, after: '{"a":1}' }])).toEqual([]);
});

test('the oldest changes are dropped if there are too many, or they are too large', () => {
  const many = Array.from({ length: 300 }, (_, id) => change({ id }));
  expect(addAll(many).map(({ id }) => id)).toEqual(many.slice(100).map(({ id }) => id));
  const large = Array.from({ length: 4 }, (_, id) => change({ id, after: 'x'.repeat(4_000_000) }));
  expect(addAll(large).map(({ id }) => id)).toEqual([2, 3]);
});

test('a difference has the removed lines first', () => {
  expect(diffOf(change({ before: '{"a":1,"b":1}', after: '{"a":2,"b":1}' }))).toEqual([
    { sign: '-', text: '  "a": 1,' },
    { sign: '+', text: '  "a": 2,' },
  ]);
});

test.each([
  [{}, 'changed'],
  [{ before: null }, 'created'],
  [{ after: null }, 'removed'],
] as const)('the kind of a change: %j', (more, kind) => {
  expect(kindOf(change(more))).toBe(kind);
});
