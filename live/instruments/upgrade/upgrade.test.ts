import { describe, expect, test, vi } from 'vitest';
import {
  planUpgrade,
  storedKeyOf,
  type UpgradePlan,
} from '../../../packages/hooks/src/versions.ts';
import { type EntryResult, explain, type Reason } from './explain.ts';
import { releaseCode } from './release-code.ts';
import { keyOf, VERSIONS } from './releases.ts';
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

// The library says what is deleted without a migration.
vi.spyOn(console, 'warn').mockImplementation(() => {});

const runs: Run[] = [];
for (const scenario of allScenarios()) {
  runs.push(run(scenario));
  // Modules that are created in one task share a list of keys.
  await null;
}
const opened = runs.filter(({ outcome }) => !outcome.thrown);

const versionsOf = ({ results }: Run, ...reasons: Reason[]): number[] =>
  results.filter(({ reason }) => reasons.includes(reason)).map(({ version }) => version);

const DELETED = ['carried-over', 'no-migration', 'named-by-pre-version'] as const;
const KEPT = ['left-over', 'older-than-source', 'failed-beside', 'stranded'] as const;

const listOf = (version: number | undefined): number[] => (version ? [version] : []);

function planOf({ scenario }: Run): UpgradePlan {
  const { version, preVersion = version - 1 } = scenario;
  const present = VERSIONS.filter((known) => known in scenario.stored);
  const steps = stepsTo(version).filter((step) => stateOf(scenario, step) !== 'none');
  const migrations = Object.fromEntries(steps.map((step) => [step, (root: object) => root]));
  return planUpgrade(present, version, preVersion, migrations as never, !steps.length);
}

/** The reason of every older entry that is kept and not the one to migrate. */
function expectedReason(run: Run): Reason {
  const isFailed = run.outcome.reports.some(({ code }) => code === 'migration');
  if (run.scenario.version in run.scenario.stored) return 'left-over';
  if (!planOf(run).from) return 'stranded';
  return isFailed ? 'failed-beside' : 'older-than-source';
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
    const { 3: text } = simulate(PRESETS.skipped).after;
    expect(JSON.parse(text ?? '')).toEqual({ colors: 'dark', fontSize: 18 });
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
      const { from, drop, kept } = planOf(run);
      const isFailed = run.outcome.reports.some(({ code }) => code === 'migration');
      expect(versionsOf(run, ...DELETED)).toEqual(isFailed ? [] : listOf(from ?? drop));
      expect(versionsOf(run, 'carried-over', 'migration-failed')).toEqual(listOf(from));
      expect(versionsOf(run, ...KEPT)).toEqual(kept);
      expect(versionsOf(run, expectedReason(run))).toEqual(kept);
    }
  });

  test('nothing is deleted unless it was migrated, or the version was raised alone', () => {
    for (const run of opened) {
      const { version, preVersion = version - 1 } = run.scenario;
      if (versionsOf(run, 'carried-over').length)
        expect(run.outcome.after).toHaveProperty(`${version}`);
      const dropped = versionsOf(run, 'no-migration', 'named-by-pre-version');
      if (!dropped.length) continue;
      expect(dropped).toEqual([preVersion]);
      expect(releaseCode(run.scenario)).not.toContain('migrations');
    }
  });

  test('an entry is reported exactly if its explanation says so', () => {
    for (const { outcome, results } of opened) {
      const expected = results.flatMap(({ version, reason, reported }) => {
        if (reported !== version) return [];
        if (reason === 'newer') return [`A newer release stored version ${version}.`];
        return reason === 'migration-failed'
          ? [`"${keyOf(version)}" couldn't be migrated`]
          : [`Version ${version} is stored, but`];
      });
      const messages = outcome.reports.map(({ message }) => message);
      expect(messages).toHaveLength(expected.length);
      for (const text of expected) expect(messages).toContainEqual(expect.stringContaining(text));
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
    const seen = new Set<Reason>(['already-migrated']);
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

  test('deletes what was migrated, but not what was stored since', async () => {
    const { after } = simulate(PRESETS.carried);
    await null;
    const again = run({ ...PRESETS.carried, stored: { ...storedBy([1]), ...after } });
    expect(again.results.map(({ reason }) => reason)).toEqual(['already-migrated', 'current']);
    for (const language of ['en', 'zh'] as const)
      expect(
        again.results.map((result) => explanationOf(result, again.scenario, language)),
      ).toEqual([expect.stringContaining('`settings_v2`'), STRINGS[language].reason.current]);
    await null;
    const other = run({ ...PRESETS.carried, stored: { 1: '{"theme":"light"}', ...after } });
    expect(other.results.map(({ reason }) => reason)).toEqual(['left-over', 'current']);
  });

  test('reports an entry without a path again, and deletes it when a release covers it', () => {
    expect(revisit(PRESETS.stranded).outcome.reports).toHaveLength(1);
    const covered = revisit(PRESETS.stranded, { preVersion: 1 });
    expect(covered.results.map(({ reason }) => reason)).toEqual(['no-migration', 'from-initial']);
  });

  test('retries a failed migration', () => {
    const better = revisit(PRESETS.failed, { migrations: { 2: 'works' } });
    expect(better.outcome.shown).toEqual({ colors: 'dark' });
    expect(Object.keys(better.outcome.after)).toEqual(['2']);
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
