import type { Root } from '@tuffet/core';

/** The versions from 2 to `V - 1`. */
type StepsBelow<
  V extends number,
  Count extends 0[] = [0, 0],
  Steps = never,
> = Count['length'] extends V ? Steps : StepsBelow<V, [...Count, 0], Steps | Count['length']>;

/**
 * One function per version. It receives the values of the previous version and returns the new ones.
 * With a module type and its version, the last function must return the module type:
 * `migrations: { 2: … } satisfies Migrations<Settings, 2>`.
 */
export type Migrations<T = Root, V extends number = number> = {
  readonly [Step in V]: (previous: Root) => T;
} & { readonly [Step in StepsBelow<V> & number]?: (previous: Root) => Root };

/** Version 1 is stored under the module key itself. */
export function storedKeyOf(key: string, version: number): string {
  return version > 1 ? `${key}_v${version}` : key;
}

/** Returns the stored versions of a module, ascending. */
export function versionsAmong(keys: readonly string[], key: string): number[] {
  const versions = keys.map((stored) => {
    if (stored === key) return 1;
    const version = Number(stored.slice(key.length + 2));
    // Keys such as `settings_v1.5` belong to other code.
    return Number.isSafeInteger(version) && storedKeyOf(key, version) === stored ? version : 0;
  });
  return versions.filter((version) => version > 0).sort((a, b) => a - b);
}

/** What to do with the entries of other versions when a module is opened. */
export interface UpgradePlan {
  /** The version to migrate from; undefined if nothing is migrated. */
  readonly from?: number | undefined;
  /** The migrations to run. */
  readonly steps: readonly number[];
  /** Older versions to delete after the migration. */
  readonly drop: readonly number[];
  /** An older version without a migration: kept and reported. */
  readonly stranded?: number;
  /** A version that a newer release stored: kept and reported. */
  readonly newer?: number | undefined;
}

/** Decides by the stored versions, not by values. A migrated version is always deleted. */
export function planUpgrade(
  present: readonly number[],
  version: number,
  preVersion: number,
  migrations: Migrations = {},
  mayDelete = true,
): UpgradePlan {
  const newer = present.filter((v) => v > version).pop();
  const older = present.filter((v) => v < version);
  const source = [...older].pop();
  if (!source) return { steps: [], drop: [], newer };

  const all = Array.from({ length: version - source }, (_, i) => source + 1 + i);
  const isDirect = source === preVersion;
  const steps = all.every((v) => migrations[v])
    ? all
    : isDirect && migrations[version]
      ? [version]
      : [];
  if (!steps.length && !(isDirect && mayDelete)) {
    const drop = older.filter((v) => mayDelete && v === preVersion);
    return { steps, drop, stranded: source, newer };
  }
  // An entry of the current version wins over older ones.
  const isMigrated = steps.length && !present.includes(version);
  return { from: isMigrated ? source : undefined, steps, drop: older, newer };
}
