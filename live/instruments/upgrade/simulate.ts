import { resetModules } from '@tuffet/core/testing';
import { createLocalStorage, type Migrations, TuffetError, useStorage } from '@tuffet/hooks';
import { INITIAL, keyOf, MODULE_KEY, migrationCode, VERSIONS, type Version } from './releases.ts';
import { type Scenario, stateOf, stepsTo } from './scenario.ts';

type Root = Record<string, unknown>;
type Migrate = (old: Root) => Root;

export interface Report {
  readonly code: string;
  readonly message: string;
}

export interface Outcome {
  /** The stored entries, by version. */
  readonly before: Scenario['stored'];
  readonly after: Scenario['stored'];
  /** The migrations that were called, in order, each with the entry it received. */
  readonly calls: readonly { readonly to: number; readonly given: string }[];
  /** Passed to `onError`. */
  readonly reports: readonly Report[];
  /** Thrown instead of creating a module. */
  readonly thrown?: Report;
  /** The values of the module. */
  readonly shown?: Root;
}

/** Stores the entries, and creates the module of the release. */
export function simulate(scenario: Scenario): Outcome {
  // As in a new document without other entries.
  resetModules();
  localStorage.clear();
  for (const version of VERSIONS) {
    const text = scenario.stored[version];
    if (text !== undefined) localStorage.setItem(keyOf(version), text);
  }
  const before = readStored();
  const calls: Outcome['calls'][number][] = [];
  const reports: Report[] = [];
  const { version, preVersion } = scenario;
  try {
    const storage = createLocalStorage<Root>({
      storageModuleKey: MODULE_KEY,
      initial: INITIAL[version],
      version,
      ...(preVersion === undefined ? {} : { preVersion }),
      ...migrationsOf(scenario, (to, given) => calls.push({ to, given })),
      onError: (error) => void reports.push(reportOf(error)),
    });
    return { before, after: readStored(), calls, reports, shown: valuesOf(storage) };
  } catch (error) {
    if (!(error instanceof TuffetError)) throw error;
    return { before, after: readStored(), calls, reports, thrown: reportOf(error) };
  }
}

function readStored(): Scenario['stored'] {
  const texts = VERSIONS.map((version) => [version, localStorage.getItem(keyOf(version))] as const);
  return Object.fromEntries(texts.filter(([, text]) => text !== null));
}

const reportOf = ({ code, message }: TuffetError): Report => ({ code, message });

/** The `migrations` option, if the release has any. */
function migrationsOf(
  scenario: Scenario,
  note: (to: Version, given: string) => void,
): { migrations?: Migrations } {
  const migrations = stepsTo(scenario.version).flatMap((to) => {
    const code = migrationCode(to, stateOf(scenario, to));
    if (!code) return [];
    const migrate: Migrate = new Function(`return ${code}`)();
    const noted: Migrate = (old) => {
      note(to, JSON.stringify(old));
      return migrate(old);
    };
    return [[to, noted] as const];
  });
  return migrations.length ? { migrations: Object.fromEntries(migrations) } : {};
}

function valuesOf(storage: ReturnType<typeof createLocalStorage<Root>>): Root {
  const items = useStorage(storage);
  return Object.fromEntries(Object.keys(items).map((name) => [name, items[name]?.get()]));
}
