import type { Root } from '@tuffet/core';
import { parseKey } from '@tuffet/core/adapter';

export { storedKeyOf } from '@tuffet/core/adapter';

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

/** How keys of versions and backups end. */
export const RESERVED: RegExp = /_v\d+$|__(backup\d+|corrupt)$/;

export const isVersion = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) > 0;

/** Returns the stored versions of a module, ascending. */
export function versionsAmong(keys: readonly string[], key: string): number[] {
  return keys
    .filter((name) => name.startsWith(key))
    .map(parseKey)
    .flatMap(({ owner, version, isBackup }) => (owner === key && !isBackup ? version : []))
    .sort((a, b) => a - b);
}

/** Returns the migrations that lead from one version to another; none if one is missing. */
export function stepsFrom(
  source: number,
  version: number,
  preVersion: number,
  migrations?: Migrations | null,
): number[] {
  const steps = Object.keys(migrations ?? {})
    .map(Number)
    .filter((v) => v > source && v <= version && migrations?.[v])
    .sort((a, b) => a - b);
  if (steps.length === version - source) return steps;
  return source === preVersion && migrations?.[version] ? [version] : [];
}

/** What to do with the entries of other versions when a module is opened. */
export interface UpgradePlan {
  /** The version to migrate from, which is deleted afterwards; undefined if nothing is migrated. */
  readonly from?: number | undefined;
  /** The migrations to run. */
  readonly steps: readonly number[];
  /** The version that is deleted without a migration. */
  readonly drop?: number | undefined;
  /** Older versions that are kept and reported. */
  readonly kept: readonly number[];
  /** A version that a newer release stored: kept and reported. */
  readonly newer?: number | undefined;
}

/**
 * Decides by the stored versions, not by values. An entry of the current version wins over older
 * ones: they are kept, because this release or one after a rollback may have written them.
 */
export function planUpgrade(
  present: readonly number[],
  version: number,
  preVersion: number,
  migrations?: Migrations,
  mayDelete = true,
): UpgradePlan {
  const newer = present.filter((v) => v > version).pop();
  const older = present.filter((v) => v < version);
  const source = older[older.length - 1];
  if (!source || present.includes(version)) return { steps: [], kept: older, newer };

  const steps = stepsFrom(source, version, preVersion, migrations);
  const from = steps.length ? source : undefined;
  const drop = !from && mayDelete && older.includes(preVersion) ? preVersion : undefined;
  return { from, steps, drop, kept: older.filter((v) => v !== from && v !== drop), newer };
}
