import { VERSIONS, type Version } from './releases.ts';
import type { Scenario } from './scenario.ts';
import type { Outcome } from './simulate.ts';

/** What became of an entry, read off storage. */
export type Fate = 'used' | 'created' | 'moved' | 'deleted' | 'kept' | 'unwritten';

/** Why: each is one rule of the library. Their sentences are in strings/. */
export type Reason =
  | 'current'
  | 'from-migration'
  | 'from-initial'
  | 'not-written'
  | 'carried-over'
  | 'left-over'
  | 'older-than-source'
  | 'no-migration'
  | 'named-by-pre-version'
  | 'newer-reported'
  | 'newer-too'
  | 'migration-failed'
  | 'failed-beside'
  | 'stranded'
  | 'stranded-too'
  | 'refused';

export interface EntryStory {
  readonly version: Version;
  readonly fate: Fate;
  readonly reason: Reason;
  /** The other version that the reason speaks of. */
  readonly other?: Version;
  /** The versions that migrations led through. */
  readonly steps: readonly number[];
  readonly before?: string;
  readonly after?: string;
}

/** Tells every entry that was there, or is, or should be: its fate from storage, its reason from the rules. */
export function explain(scenario: Scenario, outcome: Outcome): EntryStory[] {
  const present = VERSIONS.filter(
    (version) =>
      version in outcome.before ||
      version in outcome.after ||
      (version === scenario.version && !outcome.thrown),
  );
  return present.map((version) => {
    const [before, after] = [outcome.before[version], outcome.after[version]];
    const fate = fateOf(version, scenario, outcome);
    const steps = outcome.calls.map(({ to }) => to);
    return {
      version,
      fate,
      ...reasonOf(version, fate, scenario, outcome),
      steps,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    };
  });
}

function fateOf(version: Version, scenario: Scenario, outcome: Outcome): Fate {
  const [was, is] = [version in outcome.before, version in outcome.after];
  if (was && is) return version === scenario.version && !outcome.thrown ? 'used' : 'kept';
  if (is) return 'created';
  if (!was) return 'unwritten';
  return version === sourceOf(outcome) ? 'moved' : 'deleted';
}

/** The version whose entry the first migration was given. */
export function sourceOf({ before, calls }: Outcome): Version | undefined {
  return calls[0] && VERSIONS.find((version) => before[version] === calls[0]?.given);
}

type Why = Pick<EntryStory, 'reason' | 'other'>;

function reasonOf(version: Version, fate: Fate, scenario: Scenario, outcome: Outcome): Why {
  const source = sourceOf(outcome);
  switch (fate) {
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
  // What nothing covers is kept and reported; only the version named as the one before goes.
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
