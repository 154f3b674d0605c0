import { expect, test } from 'vitest';
import { loadCurrent } from './library.ts';
import { type Found, type Search, search, searchLate } from './search.ts';

const RUNS = 18_000;
const LATE_RUNS = 2_000;
const SEED = 1;

const libraries = loadCurrent();

/** Prints the number of schedules that ran, which must be all. */
function expectLawful(name: string, find: (search: Search) => Found, runs: number): void {
  const { executed, report } = find({ seed: SEED, runs });
  process.stdout.write(`${name}: ${executed} schedules\n`);
  expect(report).toBeUndefined();
  expect(executed).toBe(runs);
}

test('no schedule of releases, tabs, failures and other code loses what was stored', () => {
  expectLawful('the law', (options) => search(libraries, options), RUNS);
});

test('no schedule of tabs that see writes late loses what was stored', () => {
  expectLawful('late tabs', (options) => searchLate(libraries, options), LATE_RUNS);
});
