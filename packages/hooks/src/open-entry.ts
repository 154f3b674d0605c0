import type { Root, Serializer, Store } from '@tuffet/core';
import { openArea, rootOf } from '@tuffet/core/adapter';
import {
  type Migrations,
  planUpgrade,
  storedKeyOf,
  type UpgradePlan,
  versionsAmong,
} from './versions.js';

export interface Versioning {
  readonly key: string;
  readonly version: number;
  readonly preVersion: number;
  readonly migrations: Migrations | undefined;
  readonly serializer: Serializer;
}

/** Upgrades from older versions, then sees to it that every required property is there. */
export function openEntry(store: Store, versioning: Versioning): void {
  const { key, version, preVersion, migrations } = versioning;
  const { area, methods } = openArea(store.type);
  const findVersions = () => {
    const keys = Array.from({ length: area.length ?? 0 }, (_, i) => area.key?.(i) as string);
    return versionsAmong(keys, key);
  };
  const plan = planUpgrade(findVersions(), version, preVersion, migrations);
  // After a rollback a newer version is there from the start, and nothing follows from it.
  const newest = plan.newer ?? version;
  store.configure({ findNewer: () => findVersions().find((found) => found > newest) });
  reportKept(store, plan, version);
  // After a failed migration nothing is written: the old entry waits for a better one.
  if (!carryOver(store, plan, versioning, (stored) => area.getItem(stored))) return;
  for (const v of plan.drop) methods.removeItem.call(area, storedKeyOf(key, v));
  fill(store);
}

function reportKept(store: Store, { newer, stranded }: UpgradePlan, version: number): void {
  if (newer)
    store.report('version', `Version ${newer} is stored, left by a newer release. It is kept.`);
  if (stranded) {
    const hint = `Version ${stranded} is stored and nothing leads to ${version}. It is kept; add preVersion: ${stranded} or migrations.`;
    store.report('version', hint);
  }
}

/** False: what is stored could not be carried over. */
function carryOver(
  store: Store,
  { from, steps }: UpgradePlan,
  { key, migrations, serializer }: Versioning,
  read: (stored: string) => string | null,
): boolean {
  if (!from) return true;
  const stored = storedKeyOf(key, from);
  let next: unknown;
  try {
    next = serializer.parse(read(stored) as string);
    for (const v of steps) next = migrations?.[v]?.(next as Root);
    if (!next || typeof next !== 'object' || Array.isArray(next))
      throw new TypeError('it gave no object');
    // Here, so that what cannot be stored counts as the migration's mistake.
    serializer.stringify(next);
  } catch (cause) {
    store.report(
      'migration',
      `"${stored}" could not be carried over: ${cause}. It is kept.`,
      cause,
    );
    return false;
  }
  return store.replace({ ...rootOf(store.getInitial()), ...next });
}

function fill(store: Store): void {
  const entry = store.read();
  const missing = Object.entries(rootOf(store.getInitial())).filter(([name]) => !entry.has(name));
  if (missing.length || !store.exists()) store.commit(Object.fromEntries(missing));
}
