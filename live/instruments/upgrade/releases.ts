/** Four releases of one module: what each stores, starts from, and makes of older entries. */

export const VERSIONS = [1, 2, 3, 4] as const;

export type Version = (typeof VERSIONS)[number];

export const MODULE_KEY = 'settings';

/** The key of a version, as the page around says it; tests hold it against the library. */
export const keyOf = (version: number): string =>
  version > 1 ? `${MODULE_KEY}_v${version}` : MODULE_KEY;

/** What a release left in somebody's browser. Each has its own colors, so one sees whose they are. */
export const LEFT: Readonly<Record<Version, string>> = {
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

/** Code as it is shown; the same text runs. It takes any older entry, for `preVersion` may leap. */
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

/** The code of the migration to a version; none where there is no migration. */
export function migrationCode(to: number, state: MigrationState): string | undefined {
  return { none: undefined, works: WORKING[to], fails: FAILING }[state];
}
