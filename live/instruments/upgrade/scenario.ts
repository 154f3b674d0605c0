import { type MigrationState, STORED, VERSIONS, type Version } from './releases.ts';

/** One release opened in one browser. */
export interface Scenario {
  /** The text of each stored entry, by version. */
  readonly stored: Readonly<Partial<Record<Version, string>>>;
  readonly version: Version;
  /** By default `version - 1`. */
  readonly preVersion?: Version | undefined;
  /** By the version that they create. */
  readonly migrations: Readonly<Partial<Record<Version, MigrationState>>>;
}

export const STATES: readonly MigrationState[] = ['none', 'works', 'fails'];

/** The versions that a release can have a migration to. */
export const stepsTo = (version: Version): Version[] =>
  VERSIONS.filter((step) => step > 1 && step <= version);

/** Migrations to later versions are not part of the release. */
export function stateOf({ version, migrations }: Scenario, step: Version): MigrationState {
  return step <= version ? (migrations[step] ?? 'none') : 'none';
}

/** The entries that releases of these versions store. */
export function storedBy(versions: readonly Version[]): Scenario['stored'] {
  return Object.fromEntries(versions.map((version) => [version, STORED[version]]));
}

/** The scenarios of the page. */
export const PRESETS = {
  raised: { stored: storedBy([1]), version: 2, migrations: {} },
  carried: { stored: storedBy([1]), version: 2, migrations: { 2: 'works' } },
  skipped: { stored: storedBy([1]), version: 3, migrations: { 2: 'works', 3: 'works' } },
  leaped: { stored: storedBy([1]), version: 3, preVersion: 1, migrations: { 3: 'works' } },
  stranded: { stored: storedBy([1]), version: 3, migrations: {} },
  rolledBack: { stored: storedBy([2]), version: 1, migrations: {} },
  failed: { stored: storedBy([1]), version: 2, migrations: { 2: 'fails' } },
} as const satisfies Record<string, Scenario>;

export type PresetName = keyof typeof PRESETS;

export function presetOf(scenario: Scenario): PresetName | undefined {
  const text = textOf(scenario);
  return (Object.keys(PRESETS) as PresetName[]).find((name) => textOf(PRESETS[name]) === text);
}

const textOf = (scenario: Scenario): string =>
  JSON.stringify([
    scenario.stored,
    scenario.version,
    scenario.preVersion,
    stepsTo(scenario.version).map((step) => stateOf(scenario, step)),
  ]);

/** Every combination that the controls offer. */
export function allScenarios(): Scenario[] {
  return subsets(VERSIONS).flatMap((versions) =>
    VERSIONS.flatMap((version) =>
      [undefined, ...VERSIONS].flatMap((preVersion) =>
        statesOf(stepsTo(version)).map((migrations) => ({
          stored: storedBy(versions),
          version,
          preVersion,
          migrations,
        })),
      ),
    ),
  );
}

function subsets<T>(list: readonly T[]): T[][] {
  let found: T[][] = [[]];
  for (const item of list) found = found.flatMap((set) => [set, [...set, item]]);
  return found;
}

function statesOf(steps: readonly Version[]): Scenario['migrations'][] {
  let found: Scenario['migrations'][] = [{}];
  for (const step of steps)
    found = found.flatMap((some) => STATES.map((state) => ({ ...some, [step]: state })));
  return found;
}
