import { expect, test } from 'vitest';
import { nextIndex } from './position';

test.for([
  ['ArrowDown', 0, false, 1],
  ['ArrowDown', 2, false, 0],
  ['ArrowDown', -1, false, 0],
  ['ArrowUp', 1, false, 0],
  ['ArrowUp', 0, false, 2],
  ['ArrowUp', -1, false, 2],
  // Until arrow keys are used, Home and End move the caret in the field.
  ['Home', 1, false, undefined],
  ['End', 1, false, undefined],
  ['Home', 1, true, 0],
  ['End', 1, true, 2],
  ['Tab', 1, true, undefined],
] as const)('%s at %i of 3 moves to the expected index', ([key, index, isByKeys, expected]) => {
  expect(nextIndex(key, { index, isByKeys }, 3)).toBe(expected);
});

test('an empty list has no position', () => {
  expect(nextIndex('ArrowDown', { index: -1, isByKeys: false }, 0)).toBeUndefined();
});
