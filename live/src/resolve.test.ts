// @vitest-environment node

import { expect, test } from 'vitest';
import { isRelative, joinPath, resolveModule } from './resolve.ts';

test.each([
  ['a/b/c.ts', './d', 'a/b/d'],
  ['a/b/c.ts', '../d.ts', 'a/d.ts'],
  ['c.ts', './d', 'd'],
  ['a/c.ts', '.', 'a'],
  ['a/c.ts', '../../..//d', 'd'],
])('%s with %s is %s', (from, specifier, path) => {
  expect(joinPath(from, specifier)).toBe(path);
});

test.each([
  ['./a', true],
  ['../a', true],
  ['.', true],
  ['..', true],
  ['.a', false],
  ['a', false],
  ['@tuffet/core', false],
  ['/a', false],
])('%s is relative: %s', (specifier, isIt) => {
  expect(isRelative(specifier)).toBe(isIt);
});

test('extensions are optional, and the first match wins', () => {
  const files = ['a/b.tsx', 'a/b.ts', 'a/c.vue', 'a/d/index.ts', 'a/e.js', 'a/b'];
  const resolve = (specifier: string) =>
    resolveModule((name) => files.includes(name), 'a/main.ts', specifier);
  expect(['./b', './b.tsx', './c', './c.vue', './d', './e'].map(resolve)).toEqual([
    ...['a/b', 'a/b.tsx', 'a/c.vue', 'a/c.vue', 'a/d/index.ts', 'a/e.js'],
  ]);
  expect(resolve('./missing')).toBeUndefined();
});
