import { describe, expect, test } from 'vitest';
import {
  planUpgrade,
  storedKeyOf,
  type UpgradePlan,
} from '../../../packages/hooks/src/versions.ts';
import { type EntryStory, explain, type Reason } from './explain.ts';
import { releaseCode } from './release-code.ts';
import { keyOf, VERSIONS, type Version } from './releases.ts';
import {
  allScenarios,
  leftBy,
  type Scenario,
  STORIES,
  stateOf,
  stepsTo,
  storyOf,
} from './scenario.ts';
import { type Outcome, simulate } from './simulate.ts';
import { STRINGS, sentenceFor } from './strings.ts';
import { endOf } from './summary.ts';

interface Run {
  readonly scenario: Scenario;
  readonly outcome: Outcome;
  readonly stories: readonly EntryStory[];
}

function run(scenario: Scenario): Run {
  const outcome = simulate(scenario);
  return { scenario, outcome, stories: explain(scenario, outcome) };
}

const runs = allScenarios().map(run);
const opened = runs.filter(({ outcome }) => !outcome.thrown);

const versionsOf = ({ stories }: Run, ...reasons: Reason[]): number[] =>
  stories.filter(({ reason }) => reasons.includes(reason)).map(({ version }) => version);

const DELETED: readonly Reason[] = [
  ...(['carried-over', 'left-over', 'older-than-source'] as const),
  ...(['no-migration', 'named-by-pre-version'] as const),
];

const listOf = (version: number | undefined): number[] => (version ? [version] : []);

/** What the library decides from the versions alone. */
function planOf({ scenario }: Run): UpgradePlan {
  const { version, preVersion = version - 1 } = scenario;
  const present = VERSIONS.filter((known) => known in scenario.stored);
  const steps = stepsTo(version).filter((step) => stateOf(scenario, step) !== 'none');
  const migrations = Object.fromEntries(steps.map((step) => [step, (root: object) => root]));
  return planUpgrade(present, version, preVersion, migrations as never);
}

function expectedReasons(run: Run): Reason[] {
  const { from, stranded } = planOf(run);
  if (stranded) return ['named-by-pre-version'];
  if (run.scenario.version in run.scenario.stored) return ['left-over'];
  return ['older-than-source', from ? 'carried-over' : 'no-migration'];
}

const told = (story: keyof typeof STORIES) => {
  const { outcome, stories } = run(STORIES[story]);
  return [endOf(stories, outcome), ...stories.map(({ version, fate }) => `${version} ${fate}`)];
};

describe('a story of the page ends as the page says', () => {
  test.each([
    ['raised', ['lost', '1 deleted', '2 created']],
    ['carried', ['alive', '1 moved', '2 created']],
    ['skipped', ['alive', '1 moved', '3 created']],
    ['leaped', ['alive', '1 moved', '3 created']],
    ['stranded', ['waiting', '1 kept', '3 unwritten']],
    ['rolledBack', ['waiting', '1 created', '2 kept']],
    ['failed', ['waiting', '1 kept', '2 unwritten']],
  ] as const)('%s', (story, end) => {
    expect(told(story)).toEqual(end);
    expect(storyOf(STORIES[story])).toBe(story);
  });

  test('values that were carried over are those of the reader', () => {
    expect(simulate(STORIES.skipped).after).toEqual({ 3: '{"colors":"dark","fontSize":18}' });
    expect(simulate(STORIES.leaped).shown).toEqual({ colors: 'dark', fontSize: 18 });
    expect(simulate(STORIES.raised).shown).toEqual({ colors: 'system' });
  });
});

describe('of every combination', () => {
  test('keys are called as the library calls them', () => {
    expect(VERSIONS.map(keyOf)).toEqual(
      VERSIONS.map((version) => storedKeyOf('settings', version)),
    );
  });

  test('there is each once', () => {
    const texts = runs.map(({ scenario }) => JSON.stringify(scenario));
    expect(new Set(texts).size).toBe(16 * 5 * (1 + 3 + 9 + 27));
    expect(runs).toHaveLength(texts.length);
  });

  test('the reasons are the plan of the library', () => {
    for (const run of opened) {
      const { from, drop, stranded, newer } = planOf(run);
      const isFailed = run.outcome.reports.some(({ code }) => code === 'migration');
      expect(versionsOf(run, ...DELETED)).toEqual(isFailed ? [] : drop);
      expect(versionsOf(run, 'carried-over', 'migration-failed')).toEqual(listOf(from));
      expect(versionsOf(run, 'stranded')).toEqual(listOf(stranded));
      expect(versionsOf(run, 'newer-reported')).toEqual(listOf(newer));
    }
  });

  test('the reason of a deleted entry tells the case of the plan it belongs to', () => {
    for (const run of opened) {
      const deleted = versionsOf(run, ...DELETED);
      expect(versionsOf(run, ...expectedReasons(run))).toEqual(deleted);
      const last = versionsOf(run, 'carried-over', 'no-migration');
      expect(last).toEqual(last.length ? [deleted.at(-1)] : []);
    }
  });

  test('what a reason says is reported is reported, and nothing else', () => {
    for (const run of opened) {
      const expected = [
        ...versionsOf(run, 'newer-reported').map((v) => `A newer release stored version ${v}.`),
        ...versionsOf(run, 'stranded').map((v) => `Version ${v} is stored, but no migration leads`),
        ...versionsOf(run, 'migration-failed').map((v) => `"${keyOf(v as Version)}" couldn't be`),
      ];
      const messages = run.outcome.reports.map(({ message }) => message);
      expect(messages).toEqual(expected.map((text) => expect.stringContaining(text)));
    }
  });

  test('an entry that is not deleted keeps its text', () => {
    for (const { outcome, stories } of runs)
      for (const { version, fate } of stories)
        if (fate === 'kept' || fate === 'used')
          expect(outcome.after[version]).toBe(outcome.before[version]);
  });

  test('one that is refused changes nothing', () => {
    const refused = runs.filter(({ outcome }) => outcome.thrown);
    for (const { outcome, stories } of refused) {
      expect(outcome.thrown?.code).toBe('invalid-options');
      expect(outcome.after).toEqual(outcome.before);
      expect(stories.every(({ reason }) => reason === 'refused')).toBe(true);
    }
  });

  test('those are refused whose preVersion is not below version, or whose migrations miss a step', () => {
    for (const { scenario, outcome } of runs) {
      const { version, preVersion = 0 } = scenario;
      const has = stepsTo(version).map((step) => stateOf(scenario, step) !== 'none');
      const misses = has.includes(true) && has.lastIndexOf(false) > has.indexOf(true);
      expect(outcome.thrown !== undefined).toBe(preVersion >= version || misses);
    }
  });

  test('every reason is told once at least, in whole sentences of both languages', () => {
    const seen = new Set<Reason>();
    for (const { scenario, stories } of runs)
      for (const story of stories) {
        seen.add(story.reason);
        for (const language of ['en', 'zh'] as const)
          expect(sentenceFor(story, scenario, language)).toMatch(/^[^{}]*[.。]$/);
      }
    expect([...seen].sort()).toEqual(Object.keys(STRINGS.en.reason).sort());
  });
});

describe('going on from what is stored', () => {
  const goOn = (scenario: Scenario, next: Partial<Scenario> = {}) =>
    run({ ...scenario, ...next, stored: simulate(scenario).after });

  test('finds a carried entry in use', () => {
    const { outcome, stories } = goOn(STORIES.carried);
    expect(stories.map(({ reason }) => reason)).toEqual(['current']);
    expect(outcome.shown).toEqual({ colors: 'dark' });
  });

  test('reports a stranded entry again, and deletes it when a release covers it', () => {
    expect(goOn(STORIES.stranded).outcome.reports).toHaveLength(1);
    const covered = goOn(STORIES.stranded, { preVersion: 1 });
    expect(covered.stories.map(({ reason }) => reason)).toEqual(['no-migration', 'from-initial']);
  });

  test('tries a failed migration again', () => {
    const better = goOn(STORIES.failed, { migrations: { 2: 'works' } });
    expect(better.outcome.after).toEqual({ 2: '{"colors":"dark"}' });
  });
});

test('the code of a release shows what was chosen, and no more', () => {
  expect(releaseCode(STORIES.leaped)).toBe(
    `createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { colors: 'system', fontSize: 16 },
  version: 3,
  preVersion: 1,
  migrations: {
    3: (old) => ({
      colors: old.colors ?? old.theme,
      fontSize: 18,
    }),
  },
});`,
  );
  const later = { stored: leftBy([]), version: 1, migrations: { 2: 'works' } } as const;
  expect(releaseCode(later)).not.toContain('migrations');
});
