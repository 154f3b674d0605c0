import { expect, test } from 'vitest';
import { isPlain, STEPS } from './keyboard';
import type { Name } from './names';

/** Two names in the first line, one in the second, two in the third. */
const LINES = [1, 1, 2, 3, 3];
const lines = new Map(LINES.map((number) => [number, document.createElement('p')]));
const names = LINES.map((number) => ({ line: lines.get(number) }) as unknown as Name);

test.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 1, 2],
  ['ArrowRight', 4, -1],
  ['ArrowLeft', 2, 1],
  ['ArrowLeft', 0, -1],
  ['ArrowDown', 0, 2],
  ['ArrowDown', 2, 3],
  ['ArrowDown', 3, -1],
  ['ArrowUp', 4, 2],
  ['ArrowUp', 2, 0],
  ['ArrowUp', 1, -1],
  ['Home', 3, 0],
  ['End', 0, 4],
])('%s moves from name %i to name %i', (key, from, to) => {
  expect(STEPS[key]?.(names, from)).toBe(names[to]);
});

test('other keys and key combinations are ignored', () => {
  expect(STEPS.PageDown).toBeUndefined();
  expect(isPlain(new KeyboardEvent('keydown', { key: 'End' }))).toBe(true);
  for (const held of ['ctrlKey', 'altKey', 'metaKey', 'shiftKey', 'isComposing']) {
    expect(isPlain(new KeyboardEvent('keydown', { key: 'End', [held]: true }))).toBe(false);
  }
});
