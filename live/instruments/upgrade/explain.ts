import { VERSIONS, type Version } from './releases.ts';
import type { Scenario } from './scenario.ts';
import type { Outcome } from './simulate.ts';
import type english from './strings/en.json';

/** The result for an entry, read from storage. */
export type Status = keyof typeof english.status;

/** The rule of the library that was applied. */
export type Reason = keyof typeof english.reason;

export interface EntryResult {
  readonly version: Version;
  readonly status: Status;
  readonly reason: Reason;
  /** Another version that the reason refers to. */
  readonly other?: Version;
  /** The versions that migrations created. */
  readonly steps: readonly number[];
  readonly before?: string;
  readonly after?: string;
}

/** Explains every entry that existed before or after, or that the release would create. */
export function explain(scenario: Scenario, outcome: Outcome): EntryResult[] {
  const present = VERSIONS.filter(
    (version) =>
      version in outcome.before ||
      version in outcome.after ||
      (version === scenario.version && !outcome.thrown),
  );
  return present.map((version) => {
    const [before, after] = [outcome.before[version], outcome.after[version]];
    const status = statusOf(version, scenario, outcome);
    const steps = outcome.calls.map(({ to }) => to);
    return {
      version,
      status,
      ...reasonOf(version, status, scenario, outcome),
      steps,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    };
  });
}

function statusOf(version: Version, scenario: Scenario, outcome: Outcome): Status {
  const [was, is] = [version in outcome.before, version in outcome.after];
  if (was && is) return version === scenario.version && !outcome.thrown ? 'used' : 'kept';
  if (is) return 'created';
  if (!was) return 'unwritten';
  return version === sourceOf(outcome) ? 'moved' : 'deleted';
}

/** The version whose entry the first migration received. */
function sourceOf({ before, calls }: Outcome): Version | undefined {
  return calls[0] && VERSIONS.find((version) => before[version] === calls[0]?.given);
}

type Why = Pick<EntryResult, 'reason' | 'other'>;

function reasonOf(version: Version, status: Status, scenario: Scenario, outcome: Outcome): Why {
  const source = sourceOf(outcome);
  switch (status) {
    case 'used':
      return { reason: 'current' };
    case 'created':
      return source ? { reason: 'from-migration', other: source } : { reason: 'from-initial' };
    case 'unwritten':
      return { reason: 'not-written' };
    case 'moved':
      return { reason: 'carried-over', other: scenario.version };
    case 'deleted':
      return whyDeleted(version, scenario, outcome);
    case 'kept':
      return whyKept(version, scenario, outcome);
  }
}

function whyDeleted(version: Version, scenario: Scenario, outcome: Outcome): Why {
  const newest = newestBelow(scenario.version, outcome);
  // An entry without a migration path is kept and reported; only that of `preVersion` is deleted.
  if (newest !== undefined && newest in outcome.after)
    return { reason: 'named-by-pre-version', other: newest };
  if (scenario.version in outcome.before) return { reason: 'left-over', other: scenario.version };
  if (newest !== undefined && newest > version)
    return { reason: 'older-than-source', other: newest };
  return { reason: 'no-migration' };
}

function whyKept(version: Version, scenario: Scenario, outcome: Outcome): Why {
  if (outcome.thrown) return { reason: 'refused' };
  if (version > scenario.version) {
    const newest = Math.max(...versionsIn(outcome.before)) as Version;
    return version === newest
      ? { reason: 'newer-reported' }
      : { reason: 'newer-too', other: newest };
  }
  const source = newestBelow(scenario.version, outcome) as Version;
  const isOne = version === source;
  if (outcome.reports.some(({ code }) => code === 'migration'))
    return isOne ? { reason: 'migration-failed' } : { reason: 'failed-beside', other: source };
  return isOne ? { reason: 'stranded' } : { reason: 'stranded-too', other: source };
}

const versionsIn = (stored: Outcome['before']): Version[] =>
  VERSIONS.filter((version) => version in stored);

function newestBelow(limit: number, { before }: Outcome): Version | undefined {
  return versionsIn(before)
    .filter((version) => version < limit)
    .at(-1);
}
