import { describe, expect, test } from 'vitest';
import { isHotReload } from '../src/hot-reload.ts';
import { RELOADS } from './reloads.ts';

describe.each(RELOADS)('%s', (_, { before, after, other }) => {
  test('runs the file again after an edit', () => {
    expect(isHotReload(before, after)).toBe(true);
  });

  test('has not run it again if it creates two modules', () => {
    expect(isHotReload(before, before)).toBe(false);
  });

  test.runIf(other)('runs another file', () => {
    expect(isHotReload(before, other as string)).toBe(false);
  });
});

test('a second module in an edited file is not a hot reload', () => {
  const [, { after }] = RELOADS[0] as (typeof RELOADS)[number];
  expect(isHotReload(after, after)).toBe(false);
});

test('a file that another file imports lazily is not one', () => {
  const address = 'http://localhost/src/routes';
  expect(
    isHotReload(`Error\n    at ${address}/a.ts:1:1`, `Error\n    at ${address}/b.ts:1:1`),
  ).toBe(false);
});
