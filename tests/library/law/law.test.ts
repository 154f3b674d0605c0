import { expect, test } from 'vitest';
import { LATE_SCENARIOS, type LateKind } from './late-arbitraries.ts';
import { loadCurrent } from './library.ts';
import { type Found, search, searchLate } from './search.ts';

const RUNS = 17_000;
/** Of each kind. */
const LATE_RUNS = 1_000;
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

test.each(Object.keys(LATE_SCENARIOS) as LateKind[])(
  'nothing is lost by pages that see writes late: %s',
  (kind) => {
    expectLawful(searchLate(libraries, kind, { seed: SEED, runs: LATE_RUNS }), LATE_RUNS);
  },
);
