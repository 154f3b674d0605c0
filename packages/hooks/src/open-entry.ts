import type { EntryCheck, Root, Serializer, Store } from '@tuffet/core';
import { openArea, rootOf } from '@tuffet/core/adapter';
import { hintOf } from './development.ts';
import { isPlainObject } from './plain-object.ts';
import {
  type Migrations,
  planUpgrade,
  storedKeyOf,
  type UpgradePlan,
  versionsAmong,
} from './versions.ts';

export interface Versioning {
  readonly key: string;
  readonly version: number;
  readonly preVersion: number;
  readonly migrations: Migrations | undefined;
  readonly serializer: Serializer;
  readonly check: EntryCheck | undefined;
  /** False: an older entry without a migration is kept, even if `preVersion` names it. */
  readonly mayDelete: boolean;
}

/** Migrates from older versions, then writes the required properties that are missing. */
export function openEntry(store: Store, versioning: Versioning): void {
  const { key, version, preVersion, migrations, mayDelete } = versioning;
  const { area, methods } = openArea(store.type);
  const findVersions = () => {
    const keys = Array.from({ length: area.length ?? 0 }, (_, i) => area.key?.(i) as string);
    return versionsAmong(keys, key);
  };
  const present = findVersions();
  const plan = planUpgrade(present, version, preVersion, migrations, mayDelete);
  // After a rollback, a newer version exists from the start: that doesn't make this page outdated.
  const newest = plan.newer ?? version;
  store.configure({ findNewer: () => findVersions().find((found) => found > newest) });
  reportUnusedVersions(store, plan, versioning);
  // After a failed migration nothing is written: a later release may fix the migration.
  if (!migrate(store, plan, versioning, (stored) => area.getItem(stored))) return;
  for (const v of plan.drop) methods.removeItem.call(area, storedKeyOf(key, v));
  // Nor without a migration: the next release may add one.
  if (!plan.stranded || present.includes(version)) writeMissing(store);
}

function reportUnusedVersions(
  store: Store,
  { newer, stranded }: UpgradePlan,
  { version, migrations }: Versioning,
): void {
  if (newer) store.report('version', hintOf('newer', newer, version));
  if (stranded) store.report('version', hintOf('stranded', stranded, version, migrations));
}

/** Returns false if the migration failed; the stored entries are unchanged then. */
function migrate(
  store: Store,
  { from, steps }: UpgradePlan,
  { key, migrations = {}, serializer, check }: Versioning,
  read: (stored: string) => string | null,
): boolean {
  if (!from) return true;
  const stored = storedKeyOf(key, from);
  const fail = (cause: unknown): false => {
    store.report('migration', hintOf('migration', stored, cause), cause);
    return false;
  };
  let next: Root;
  try {
    // Only JSON ignores the mark that a patch appends.
    const unmarked = (read(stored) as string).replace(/\t[ \t]*$/, '');
    const old = assertPlainObject(serializer.parse(unmarked));
    const values = steps.reduce((root, v) => {
      const run = migrations[v] as (previous: Root) => unknown;
      return assertPlainObject(run(root), v);
    }, old);
    // A value that can't be serialized is a mistake of the migration, too.
    const text = serializer.stringify({ ...rootOf(store.getInitial()), ...values });
    next = serializer.parse(text) as Root;
  } catch (cause) {
    return fail(cause);
  }
  const problem = check?.(next);
  return problem
    ? fail(new TypeError(hintOf('rejected', problem) || problem))
    : store.replace(next);
}

function assertPlainObject(value: unknown, step?: number): Root {
  if (isPlainObject(value)) return value;
  throw new TypeError(hintOf('notPlain', value, step));
}

function writeMissing(store: Store): void {
  const entry = store.read();
  const missing = Object.entries(rootOf(store.getInitial())).filter(([name]) => !entry.has(name));
  store.commit(Object.fromEntries(missing));
}
