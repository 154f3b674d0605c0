import { describe, expect, test } from 'vitest';
import {
  planUpgrade,
  storedKeyOf,
  type UpgradePlan,
} from '../../../packages/hooks/src/versions.ts';
import { type EntryResult, explain, type Reason } from './explain.ts';
import { releaseCode } from './release-code.ts';
import { keyOf, VERSIONS, type Version } from './releases.ts';
import {
  allScenarios,
  PRESETS,
  presetOf,
  type Scenario,
  stateOf,
  stepsTo,
  storedBy,
} from './scenario.ts';
import { type Outcome, simulate } from './simulate.ts';
import { explanationOf, STRINGS } from './strings.ts';
import { summarize } from './summary.ts';

interface Run {
  readonly scenario: Scenario;
  readonly outcome: Outcome;
  readonly results: readonly EntryResult[];
}

function run(scenario: Scenario): Run {
  const outcome = simulate(scenario);
  return { scenario, outcome, results: explain(scenario, outcome) };
}

const runs = allScenarios().map(run);
const opened = runs.filter(({ outcome }) => !outcome.thrown);

const versionsOf = ({ results }: Run, ...reasons: Reason[]): number[] =>
  results.filter(({ reason }) => reasons.includes(reason)).map(({ version }) => version);

const DELETED: readonly Reason[] = [
  ...(['carried-over', 'left-over', 'older-than-source'] as const),
  ...(['no-migration', 'named-by-pre-version'] as const),
];

const listOf = (version: number | undefined): number[] => (version ? [version] : []);

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

const outline = (name: keyof typeof PRESETS) => {
  const { outcome, results } = run(PRESETS[name]);
  return [
    summarize(results, outcome),
    ...results.map(({ version, status }) => `${version} ${status}`),
  ];
};

describe('a preset ends as the page says', () => {
  test.each([
    ['raised', ['lost', '1 deleted', '2 created']],
    ['carried', ['alive', '1 moved', '2 created']],
    ['skipped', ['alive', '1 moved', '3 created']],
    ['leaped', ['alive', '1 moved', '3 created']],
    ['stranded', ['waiting', '1 kept', '3 unwritten']],
    ['rolledBack', ['waiting', '1 created', '2 kept']],
    ['failed', ['waiting', '1 kept', '2 unwritten']],
  ] as const)('%s', (name, expected) => {
    expect(outline(name)).toEqual(expected);
    expect(presetOf(PRESETS[name])).toBe(name);
  });

  test('migrated values are those that were stored', () => {
    expect(simulate(PRESETS.skipped).after).toEqual({ 3: '{"colors":"dark","fontSize":18}' });
    expect(simulate(PRESETS.leaped).shown).toEqual({ colors: 'dark', fontSize: 18 });
    expect(simulate(PRESETS.raised).shown).toEqual({ colors: 'system' });
  });
});

describe('in every combination', () => {
  test('keys are those of the library', () => {
    expect(VERSIONS.map(keyOf)).toEqual(
      VERSIONS.map((version) => storedKeyOf('settings', version)),
    );
  });

  test('each occurs once', () => {
    const texts = runs.map(({ scenario }) => JSON.stringify(scenario));
    expect(new Set(texts).size).toBe(16 * 5 * (1 + 3 + 9 + 27));
    expect(runs).toHaveLength(texts.length);
  });

  test('the reasons match the plan of the library', () => {
    for (const run of opened) {
      const { from, drop, stranded, newer } = planOf(run);
      const isFailed = run.outcome.reports.some(({ code }) => code === 'migration');
      expect(versionsOf(run, ...DELETED)).toEqual(isFailed ? [] : drop);
      expect(versionsOf(run, 'carried-over', 'migration-failed')).toEqual(listOf(from));
      expect(versionsOf(run, 'stranded')).toEqual(listOf(stranded));
      expect(versionsOf(run, 'newer-reported')).toEqual(listOf(newer));
    }
  });

  test('the reason of a deleted entry is its case of the plan', () => {
    for (const run of opened) {
      const deleted = versionsOf(run, ...DELETED);
      expect(versionsOf(run, ...expectedReasons(run))).toEqual(deleted);
      const last = versionsOf(run, 'carried-over', 'no-migration');
      expect(last).toEqual(last.length ? [deleted.at(-1)] : []);
    }
  });

  test('an entry is reported exactly if its reason says so', () => {
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
    for (const { outcome, results } of runs)
      for (const { version, status } of results)
        if (status === 'kept' || status === 'used')
          expect(outcome.after[version]).toBe(outcome.before[version]);
  });

  test('a release that throws changes nothing', () => {
    const refused = runs.filter(({ outcome }) => outcome.thrown);
    for (const { outcome, results } of refused) {
      expect(outcome.thrown?.code).toBe('invalid-options');
      expect(outcome.after).toEqual(outcome.before);
      expect(results.every(({ reason }) => reason === 'refused')).toBe(true);
    }
  });

  test('a release throws if preVersion is not below version, or if a migration is missing', () => {
    for (const { scenario, outcome } of runs) {
      const { version, preVersion = 0 } = scenario;
      const has = stepsTo(version).map((step) => stateOf(scenario, step) !== 'none');
      const misses = has.includes(true) && has.lastIndexOf(false) > has.indexOf(true);
      expect(outcome.thrown !== undefined).toBe(preVersion >= version || misses);
    }
  });

  test('every reason occurs, with complete sentences in both languages', () => {
    const seen = new Set<Reason>();
    for (const { scenario, results } of runs)
      for (const result of results) {
        seen.add(result.reason);
        for (const language of ['en', 'zh'] as const)
          expect(explanationOf(result, scenario, language)).toMatch(/^[^{}]*[.。]$/);
      }
    expect([...seen].sort()).toEqual(Object.keys(STRINGS.en.reason).sort());
  });
});

describe('a later visit', () => {
  const revisit = (scenario: Scenario, next: Partial<Scenario> = {}) =>
    run({ ...scenario, ...next, stored: simulate(scenario).after });

  test('uses a migrated entry', () => {
    const { outcome, results } = revisit(PRESETS.carried);
    expect(results.map(({ reason }) => reason)).toEqual(['current']);
    expect(outcome.shown).toEqual({ colors: 'dark' });
  });

  test('reports an entry without a path again, and deletes it when a release covers it', () => {
    expect(revisit(PRESETS.stranded).outcome.reports).toHaveLength(1);
    const covered = revisit(PRESETS.stranded, { preVersion: 1 });
    expect(covered.results.map(({ reason }) => reason)).toEqual(['no-migration', 'from-initial']);
  });

  test('retries a failed migration', () => {
    const better = revisit(PRESETS.failed, { migrations: { 2: 'works' } });
    expect(better.outcome.after).toEqual({ 2: '{"colors":"dark"}' });
  });
});

test('the code of a release contains exactly the chosen options', () => {
  expect(releaseCode(PRESETS.leaped)).toBe(
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
  const later = { stored: storedBy([]), version: 1, migrations: { 2: 'works' } } as const;
  expect(releaseCode(later)).not.toContain('migrations');
});
