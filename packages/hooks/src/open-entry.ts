import type { Root, Serializer, Store } from '@tuffet/core';
import { openArea, rootOf } from '@tuffet/core/adapter';
import { type Migrations, planUpgrade, storedKeyOf, versionsAmong } from './versions.js';

export interface Versioning {
  readonly key: string;
  readonly version: number;
  readonly preVersion: number;
  readonly migrations: Migrations | undefined;
  readonly serializer: Serializer;
}

/** Upgrades from older versions, then sees to it that every required property is there. */
export function openEntry(store: Store, versioning: Versioning): void {
  if (upgrade(store, versioning)) fill(store);
}

/** False: a migration failed, and nothing may be written over it. */
function upgrade(
  store: Store,
  { key, version, preVersion, migrations, serializer }: Versioning,
): boolean {
  const { area, methods } = openArea(store.type);
  const keys = Array.from({ length: area.length ?? 0 }, (_, i) => area.key?.(i) as string);
  const plan = planUpgrade(versionsAmong(keys, key), version, preVersion, migrations);
  if (plan.newer)
    store.report(
      'version',
      `Version ${plan.newer} is stored, left by a newer release. It is kept.`,
    );
  if (plan.stranded) {
    const hint = `Version ${plan.stranded} is stored and nothing leads to ${version}. It is kept; add preVersion: ${plan.stranded} or migrations.`;
    store.report('version', hint);
  }
  if (plan.from) {
    const from = storedKeyOf(key, plan.from);
    let next: unknown;
    try {
      next = serializer.parse(area.getItem(from) as string);
      for (const v of plan.steps) next = migrations?.[v]?.(next as Root);
      if (typeof next !== 'object') throw new TypeError(`it gave ${next}`);
      // Here, so that what cannot be stored counts as the migration's mistake.
      serializer.stringify(next);
    } catch (cause) {
      const hint = `"${from}" could not be carried over: ${cause}. It is kept.`;
      store.report('migration', hint, cause);
      return false;
    }
    if (!store.replace({ ...rootOf(store.getInitial()), ...next })) return false;
  }
  for (const v of plan.drop) methods.removeItem.call(area, storedKeyOf(key, v));
  return true;
}

function fill(store: Store): void {
  const entry = store.read();
  const missing = Object.entries(rootOf(store.getInitial())).filter(([name]) => !entry.has(name));
  if (missing.length || !store.exists()) store.commit(Object.fromEntries(missing));
}
