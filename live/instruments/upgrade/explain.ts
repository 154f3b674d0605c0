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
  readonly other?: Version | undefined;
  /** The entry of another release that `onError` was called for: this one, or a newer one. */
  readonly reported?: Version | undefined;
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
  return version === sourceOf(scenario.version, outcome) ? 'moved' : 'deleted';
}

/**
 * The version whose entry was migrated: the first migration received it. With an entry of the current
 * version, migrations only run to find out whether an older one was migrated before.
 */
function sourceOf(current: Version, { before, calls }: Outcome): Version | undefined {
  if (current in before) return undefined;
  return calls[0] && VERSIONS.find((version) => before[version] === calls[0]?.given);
}

type Why = Pick<EntryResult, 'reason' | 'other' | 'reported'>;

function reasonOf(version: Version, status: Status, scenario: Scenario, outcome: Outcome): Why {
  const source = sourceOf(scenario.version, outcome);
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
      return whyDeleted(scenario, outcome);
    case 'kept':
      return whyKept(version, scenario, outcome);
  }
}

function whyDeleted({ version }: Scenario, { before, after }: Outcome): Why {
  if (version in before) return { reason: 'already-migrated', other: version };
  // Only the entry of `preVersion` is deleted without a migration.
  const newest = newestBelow(version, before) as Version;
  return newest in after
    ? { reason: 'named-by-pre-version', other: newest }
    : { reason: 'no-migration' };
}

function whyKept(version: Version, scenario: Scenario, outcome: Outcome): Why {
  if (outcome.thrown) return { reason: 'refused' };
  const { before, after, reports } = outcome;
  if (version > scenario.version) return { reason: 'newer', reported: versionsIn(before).at(-1) };
  const isFailed = reports.some(({ code }) => code === 'migration');
  const source = newestBelow(scenario.version, before);
  if (isFailed && version === source) return { reason: 'migration-failed', reported: version };

  const reported = newestBelow((isFailed && source) || scenario.version, after);
  if (scenario.version in before) return { reason: 'left-over', other: scenario.version, reported };
  if (isFailed) return { reason: 'failed-beside', other: source, reported };
  if (scenario.version in after && sourceOf(scenario.version, outcome))
    return { reason: 'older-than-source', other: source, reported };
  return { reason: 'stranded', reported };
}

const versionsIn = (stored: Outcome['before']): Version[] =>
  VERSIONS.filter((version) => version in stored);

const newestBelow = (limit: number, stored: Outcome['before']): Version | undefined =>
  versionsIn(stored)
    .filter((version) => version < limit)
    .at(-1);
