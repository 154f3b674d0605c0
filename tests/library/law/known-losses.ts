import type { Violation } from './play.ts';
import type { Release } from './release.ts';
import { A, B, full, others, type Schedule } from './schedule.ts';

/** How release 0.1.0 lost data. The model must find each of them there, and never again. */
export interface KnownLoss {
  /** How the library behaves since it was fixed. */
  readonly fixed: string;
  readonly schedule: Schedule;
  /** A problem that the schedule has in release 0.1.0. */
  readonly problem: string;
  /** How to recognize the same defect in a generated schedule. */
  readonly sign: Sign;
}

interface Sign {
  /** The problem. */
  readonly shows: RegExp;
  /** The step that breaks the law. */
  readonly does?: RegExp;
  /** The release that runs in the page that breaks it. */
  readonly release?: (release: Release) => boolean;
  /** Whether the schedule has to contain an injected failure. */
  readonly fault?: 'quota' | 'none';
}

const READS = /^(receives|thaws|gets)$/;
const OPENS = /^opens$/;
const LOST_OLD = /^lost (?!the text).* in app$/m;

const isRaised = ({ version }: Release) => version === 2 || version === 3;

const failing = { version: 2, migrations: { 2: 'throws' } } as const;

export const KNOWN_LOSSES: readonly KnownLoss[] = [
  {
    fixed: 'a page of an old release keeps what a new one stores in another tab',
    schedule: [
      A.opens({ check: 'enum' }),
      A.sets({ name: 'Ada' }),
      B.opens(),
      B.sets({ theme: 'sepia' }),
      A.receives(),
    ],
    problem: 'moved name: "Ada" in app',
    sign: {
      does: READS,
      release: ({ check }) => check === 'enum' || check === 'strict',
      shows: /^(lost|moved)/m,
    },
  },
  {
    fixed: 'a second text that is not an entry does not replace the backup of the first',
    schedule: [
      others.writes('app', 'first'),
      A.opens(),
      A.sets({ theme: 'dark' }),
      others.writes('app', 'second'),
      B.opens(),
      B.sets({ theme: 'dark' }),
    ],
    problem: 'lost the text first in app__corrupt',
    sign: { does: /^(receives|thaws|gets|opens)$/, shows: /^lost .* in app(_v\d)?__/m },
  },
  {
    fixed: 'a failed migration keeps the old entry after a write and a reload',
    schedule: [
      A.opens(),
      A.sets({ name: 'Ada' }),
      A.opens(failing),
      A.sets({ theme: 'dark' }),
      A.opens(failing),
    ],
    problem: 'lost name: "Ada" in app',
    sign: {
      does: OPENS,
      release: ({ migrations }) => Object.values(migrations ?? {}).includes('throws'),
      shows: LOST_OLD,
    },
  },
  {
    fixed: 'a misspelled option keeps the entry of the previous version',
    schedule: [
      A.opens(),
      A.sets({ name: 'Ada' }),
      A.opens({ version: 2, migrations: { 2: 'good' }, typo: 'migration' }),
    ],
    problem: 'lost name: "Ada" in app',
    sign: {
      does: OPENS,
      release: (release) => isRaised(release) && release.typo === 'migration',
      shows: LOST_OLD,
    },
  },
  {
    fixed: 'a raised version keeps a text that this library did not write',
    schedule: [others.writes('app', 'of other code'), A.opens({ version: 2 })],
    problem: 'lost the text of other code in app',
    sign: {
      does: OPENS,
      release: ({ typo, migrations, adopt, version }) =>
        isRaised({ version }) && !typo && !migrations && !adopt,
      shows: /^lost the text .* in app$/m,
    },
  },
  {
    fixed: 'an entry whose backup does not fit stays as it is',
    schedule: [A.opens(), A.sets({ theme: 'sepia' }), full(1, A.opens({ check: 'enum' }))],
    problem: 'lost theme: "sepia" in app',
    sign: {
      release: ({ check }) => check === 'enum' || check === 'strict' || check === 'rejects',
      fault: 'quota',
      shows: /^lost/m,
    },
  },
  {
    fixed: 'a value that the previous release rejects survives a rollback',
    schedule: [
      A.opens(),
      A.sets({ name: 'Ada' }),
      A.sets({ theme: 'sepia' }),
      A.opens({ check: 'enum' }),
    ],
    problem: 'moved name: "Ada" in app',
    sign: {
      does: OPENS,
      release: ({ check }) => check === 'enum',
      fault: 'none',
      shows: /^(lost|moved)/m,
    },
  },
  {
    fixed: 'a check that returns a boolean or a promise removes nothing',
    schedule: [A.opens(), A.sets({ theme: 'dark' }), A.opens({ check: 'boolean' })],
    problem: 'moved theme: "dark" in app',
    sign: {
      release: ({ check }) => check === 'boolean' || check === 'promise',
      shows: /^(lost|moved)/m,
    },
  },
  {
    fixed: 'a check or merge that throws does not make a call throw',
    schedule: [A.opens(), A.sets({ theme: 'sepia' }), A.opens({ check: 'throws' })],
    problem: 'threw Error: a callback failed',
    sign: { shows: /^threw Error: a callback failed/m },
  },
];

export function hasSign({ sign }: KnownLoss, { step, play, problems }: Violation): boolean {
  const release = step.by === 'others' ? undefined : play.tabs.get(step.by)?.release;
  return (
    sign.shows.test(problems.join('\n')) &&
    (sign.does?.test(step.does) ?? true) &&
    (sign.release?.(release ?? {}) ?? true) &&
    (sign.fault === undefined || sign.fault === (step.fault?.kind ?? 'none'))
  );
}
