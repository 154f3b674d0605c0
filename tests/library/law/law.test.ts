import { expect, test } from 'vitest';
import type { LateKind } from './late-arbitraries.ts';
import { loadCurrent } from './library.ts';
import { countGaps, type Found, search, searchLate } from './search.ts';

const RUNS = 20_000;
const LATE_RUNS = 2000;
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

test.each<LateKind>([
  'tabs that write at the same time',
  'a page of an old release while a new one migrates',
  'tabs that adopt the same keys at the same time',
])('%s lose nothing, although they see writes late', (kind) => {
  expectLawful(searchLate(libraries, kind, { seed: SEED, runs: LATE_RUNS }), LATE_RUNS);
});

test('tabs that open and write within milliseconds of each other lose a value in at most 3 of 200 schedules', () => {
  const count = countGaps(libraries, { seed: SEED, runs: LATE_RUNS });
  process.stdout.write(`${count} of ${LATE_RUNS} schedules lose a value\n`);
  expect(count).toBeLessThanOrEqual((LATE_RUNS * 3) / 200);
});
