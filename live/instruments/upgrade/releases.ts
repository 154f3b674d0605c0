/** Four releases of one module: their entries, initial values and migrations. */

export const VERSIONS = [1, 2, 3, 4] as const;

export type Version = (typeof VERSIONS)[number];

export const MODULE_KEY = 'settings';

/** The key of a version; a test compares it with the library. */
export const keyOf = (version: number): string =>
  version > 1 ? `${MODULE_KEY}_v${version}` : MODULE_KEY;

/** The entry of a release. Each has other colors, to show where values come from. */
export const STORED: Readonly<Record<Version, string>> = {
  1: '{"theme":"dark"}',
  2: '{"colors":"light"}',
  3: '{"colors":"warm","fontSize":18}',
  4: '{"colors":"dim","textSize":"20px"}',
};

export const INITIAL: Readonly<Record<Version, Readonly<Record<string, unknown>>>> = {
  1: { theme: 'system' },
  2: { colors: 'system' },
  3: { colors: 'system', fontSize: 16 },
  4: { colors: 'system', textSize: '16px' },
};

export type MigrationState = 'none' | 'works' | 'fails';

/** The code that is shown and run. It accepts any older entry, because `preVersion` may skip some. */
const WORKING: Readonly<Record<number, string>> = {
  2: '(old) => ({ colors: old.theme })',
  3: `(old) => ({
      colors: old.colors ?? old.theme,
      fontSize: 18,
    })`,
  4: `(old) => ({
      colors: old.colors ?? old.theme,
      textSize: (old.fontSize ?? 18) + 'px',
    })`,
};

const FAILING = `() => {
      throw new Error('a mistake');
    }`;

/** The code of the migration to a version, or undefined without a migration. */
export function migrationCode(to: number, state: MigrationState): string | undefined {
  return { none: undefined, works: WORKING[to], fails: FAILING }[state];
}
