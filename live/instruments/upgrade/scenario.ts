import { LEFT, type MigrationState, VERSIONS, type Version } from './releases.ts';

/** One release opened in one browser. */
export interface Scenario {
  /** The text of each stored entry, by version. */
  readonly stored: Readonly<Partial<Record<Version, string>>>;
  readonly version: Version;
  /** Without it, the library takes `version - 1`. */
  readonly preVersion?: Version | undefined;
  /** By the version that they make. */
  readonly migrations: Readonly<Partial<Record<Version, MigrationState>>>;
}

export const STATES: readonly MigrationState[] = ['none', 'works', 'fails'];

/** The versions that a release can have a migration to. */
export const stepsTo = (version: Version): Version[] =>
  VERSIONS.filter((step) => step > 1 && step <= version);

/** The state of a migration; those to later versions are not part of the release. */
export function stateOf({ version, migrations }: Scenario, step: Version): MigrationState {
  return step <= version ? (migrations[step] ?? 'none') : 'none';
}

/** What the releases of these versions left. */
export function leftBy(versions: readonly Version[]): Scenario['stored'] {
  return Object.fromEntries(versions.map((version) => [version, LEFT[version]]));
}

/** The stories of the page, as places to start from. */
export const STORIES = {
  raised: { stored: leftBy([1]), version: 2, migrations: {} },
  carried: { stored: leftBy([1]), version: 2, migrations: { 2: 'works' } },
  skipped: { stored: leftBy([1]), version: 3, migrations: { 2: 'works', 3: 'works' } },
  leaped: { stored: leftBy([1]), version: 3, preVersion: 1, migrations: { 3: 'works' } },
  stranded: { stored: leftBy([1]), version: 3, migrations: {} },
  rolledBack: { stored: leftBy([2]), version: 1, migrations: {} },
  failed: { stored: leftBy([1]), version: 2, migrations: { 2: 'fails' } },
} as const satisfies Record<string, Scenario>;

export type Story = keyof typeof STORIES;

/** The story that a scenario tells, if it is one of them. */
export function storyOf(scenario: Scenario): Story | undefined {
  const text = textOf(scenario);
  return (Object.keys(STORIES) as Story[]).find((story) => textOf(STORIES[story]) === text);
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
          stored: leftBy(versions),
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
