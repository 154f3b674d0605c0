import fc from 'fast-check';
import { scenario } from './arbitraries.ts';
import { performLate } from './late.ts';
import {
  createDelay,
  LATE_SCENARIOS,
  type LateKind,
  type LateScenario,
  OPENING,
} from './late-arbitraries.ts';
import type { Libraries } from './library.ts';
import { Play, type Violation } from './play.ts';
import type { Release } from './release.ts';
import { print, type Schedule, type Step } from './schedule.ts';

export interface Search {
  readonly seed: number;
  readonly runs: number;
  /** Only violations of interest. Default: all. */
  readonly isWanted?: (violation: Violation) => boolean;
  /** Only schedules that don't break the law with this library. */
  readonly sound?: Libraries;
}

export interface Found {
  /** The schedules that ran, without those that shrank the counterexample. */
  readonly executed: number;
  /** How to break the law, as code; undefined: nothing was found. */
  readonly report?: string | undefined;
  readonly schedule?: Schedule | undefined;
}

/** Errors that a schedule provokes need no stack: collecting it takes longer than the step. */
function withoutStacks<T>(run: () => T): T {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return run();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Searches for a schedule that breaks the law, and shrinks it. */
export function search(
  libraries: Libraries,
  { seed, runs, sound, isWanted = () => true }: Search,
): Found {
  const isLawful = (schedule: Schedule) => {
    const violation = new Play(libraries).perform(schedule);
    if (!violation || !isWanted(violation)) return true;
    return !!sound && !!new Play(sound).perform(schedule);
  };
  const result = withoutStacks(() =>
    fc.check(fc.property(scenario, isLawful), { seed, numRuns: runs, endOnFailure: false }),
  );
  if (!result.failed) return { executed: result.numRuns };
  if (!result.counterexample) throw result.errorInstance;
  const schedule = minimize(result.counterexample[0], (shorter) => !isLawful(shorter));
  return { executed: result.numRuns, schedule, report: explain(libraries, schedule) };
}

/** Removes steps, injected failures and options while a schedule still fails: fast-check only removes few of them. */
function minimize(schedule: Schedule, isFailing: (shorter: Schedule) => boolean): Schedule {
  for (const shorter of shorten(schedule)) {
    if (isFailing(shorter)) return minimize(shorter, isFailing);
  }
  return schedule;
}

function* shorten(schedule: Schedule): Generator<Schedule> {
  for (const [i, step] of schedule.entries()) {
    const replaceBy = (...steps: Step[]) => [
      ...schedule.slice(0, i),
      ...steps,
      ...schedule.slice(i + 1),
    ];
    yield replaceBy();
    const { fault, ...healthy } = step;
    if (fault) yield replaceBy(healthy);
    if (step.does !== 'opens') continue;
    const release = step.args[0] as Release;
    for (const name of Object.keys(release)) {
      const { [name as keyof Release]: _, ...simpler } = release;
      yield replaceBy({ ...step, args: [simpler] });
    }
  }
}

/** Prints a schedule, what it breaks, and what is in storage then. */
export function explain(libraries: Libraries, schedule: Schedule): string {
  const violation = new Play(libraries).perform(schedule);
  const lines = schedule.map(
    (step, i) => `  ${print(step)},${i === violation?.at ? ' // here' : ''}`,
  );
  const entries = [...(violation?.play.device.entries ?? [])];
  return [
    ...['[', ...lines, ']', ...(violation?.problems ?? [])],
    ...entries.map(([key, text]) => `  ${key}: ${text}`),
  ].join('\n');
}

/** The same for tabs that see writes late. */
export function searchLate(
  libraries: Libraries,
  kind: LateKind,
  { seed, runs, sound }: Search,
): Found {
  const perform = (late: LateScenario, tested = libraries) =>
    performLate(tested, late.schedule, createDelay(late.seed));
  const isLawful = (late: LateScenario) =>
    !perform(late).lost.length || (!!sound && perform(late, sound).lost.length > 0);
  const result = withoutStacks(() =>
    fc.check(fc.property(LATE_SCENARIOS[kind], isLawful), { seed, numRuns: runs }),
  );
  if (!result.failed) return { executed: result.numRuns };
  if (!result.counterexample) throw result.errorInstance;
  const [late] = result.counterexample;
  const { lost, entries } = perform(late);
  const steps = late.schedule.map((step) => `  ${print(step)},`);
  const stored = [...entries].map(([key, text]) => `  ${key}: ${text}`);
  const report = ['[', ...steps, `] with delays of seed ${late.seed}`, ...lost, ...stored];
  return { executed: result.numRuns, schedule: late.schedule, report: report.join('\n') };
}

/** Returns how many of the schedules of the known gap lose a value. */
export function countGaps(libraries: Libraries, { seed, runs }: Search): number {
  const scenarios = fc.sample(OPENING, { seed, numRuns: runs });
  const isLost = ({ schedule, seed }: LateScenario) =>
    performLate(libraries, schedule, createDelay(seed)).lost.length > 0;
  return withoutStacks(() => scenarios.filter(isLost).length);
}
