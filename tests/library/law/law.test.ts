import { expect, test } from 'vitest';
import { loadCurrent } from './library.ts';
import { type Found, search } from './search.ts';

const RUNS = 20_000;
const SEED = 1;

const libraries = loadCurrent();

/** Prints the number of schedules that ran, which must be all. */
function expectLawful({ executed, report }: Found, runs: number): void {
  process.stdout.write(`the law: ${executed} schedules\n`);
  expect(report).toBeUndefined();
  expect(executed).toBe(runs);
}

test('no schedule of releases, tabs, failures and other code loses what was stored', () => {
  expectLawful(search(libraries, { seed: SEED, runs: RUNS }), RUNS);
});
