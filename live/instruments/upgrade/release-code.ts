import { INITIAL, MODULE_KEY, migrationCode } from './releases.ts';
import { type Scenario, stateOf, stepsTo } from './scenario.ts';

/** The source code of the release. */
export function releaseCode(scenario: Scenario): string {
  const { version, preVersion } = scenario;
  const steps = stepsTo(version).flatMap((to) => {
    const code = migrationCode(to, stateOf(scenario, to));
    return code ? [`    ${to}: ${code},`] : [];
  });
  return [
    'createLocalStorage<Settings>({',
    `  storageModuleKey: '${MODULE_KEY}',`,
    `  initial: { ${membersOf(INITIAL[version])} },`,
    `  version: ${version},`,
    ...(preVersion === undefined ? [] : [`  preVersion: ${preVersion},`]),
    ...(steps.length ? ['  migrations: {', ...steps, '  },'] : []),
    '});',
  ].join('\n');
}

const membersOf = (root: Readonly<Record<string, unknown>>): string =>
  Object.entries(root)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? `'${value}'` : value}`)
    .join(', ');
