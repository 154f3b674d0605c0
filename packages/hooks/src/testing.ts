import type { StorageType, TuffetError } from '@tuffet/core';
import { type Backup, backupsOf } from '@tuffet/core/backups';
import { collectErrors, resetModules, simulateTab } from '@tuffet/core/testing';
import type { DeepReadonly } from '@tuffet/shared';
import { isPlainObject } from './plain-object.ts';
import { storeOf } from './storage-items.ts';
import type { TuffetStorage } from './types.ts';
import { storedKeyOf } from './versions.ts';

export { failWrites, resetModules } from '@tuffet/core/testing';

/** Stored strings by key. */
export type StoredEntries = Readonly<Record<string, string>>;

/** A module that was opened with the entries of a user. */
export interface OpenedRelease<T> {
  readonly storage: TuffetStorage<T>;
  /** The current values, as the user sees them. */
  readonly values: DeepReadonly<T>;
  /** The problems that have been reported, such as `version` or `schema`. */
  readonly reports: readonly TuffetError[];
  /** The properties whose values come from an entry. */
  readonly carriedOver: readonly string[];
  /** The properties of the user's entry whose values are gone. */
  readonly dropped: readonly string[];
  /** The properties that are stored, but invalid, so that the user sees their initial values. */
  readonly hidden: readonly string[];
  /** The keys of other entries of the user that are still stored. */
  readonly kept: readonly string[];
  /** The strings that the user can restore. */
  readonly backups: readonly Backup[];
}

/** Two releases that are open at the same time. */
export interface OpenedTabs<Old, New> {
  readonly old: OpenedRelease<Old>;
  readonly current: OpenedRelease<New>;
  /** Delivers the storage events of both tabs. Until then, they don't know of each other's writes. */
  deliverEvents(): void;
}

/** A module, or a promise of it, for example from `import()`. */
type Create<T> = () => TuffetStorage<T> | Promise<TuffetStorage<T>>;

/** What a user has stored, and in which storage. */
interface StoredState {
  readonly entries: StoredEntries;
  /** Default: local. */
  readonly type?: StorageType;
}

const areaOf = (type: StorageType): Storage => window[`${type}Storage`];

/** Returns all strings in a storage, for example to save them as a JSON file with a release. */
export function recordEntries(type: StorageType = 'local'): Record<string, string> {
  const area = areaOf(type);
  const keys = Array.from(area, (_, i) => area.key(i) as string).sort();
  return Object.fromEntries(keys.map((key) => [key, area.getItem(key) as string]));
}

/** Replaces the contents of a storage. All modules are reset. */
async function restoreEntries({ entries, type = 'local' }: StoredState): Promise<void> {
  // Modules that were created before share a list of keys until then.
  await undefined;
  resetModules();
  const area = areaOf(type);
  area.clear();
  for (const [key, text] of Object.entries(entries)) area.setItem(key, text);
}

/**
 * Creates a module with entries that a user of an earlier release has stored. Resets all modules and
 * replaces the contents of the storage.
 */
export async function openRelease<T>(
  state: StoredState & { readonly create: Create<T> },
): Promise<OpenedRelease<T>> {
  await restoreEntries(state);
  return open(state, state.create);
}

/**
 * Creates a module of an earlier release, and then one of the current release, as in two tabs: they only
 * share storage. Resets all modules and replaces the contents of the storage.
 */
export async function openTabs<Old, New>(
  state: StoredState & { readonly old: Create<Old>; readonly current: Create<New> },
): Promise<OpenedTabs<Old, New>> {
  await restoreEntries(state);
  const old = await open(state, state.old);
  const { type = 'local' } = state;
  const entries = recordEntries(type);
  const deliverEvents = simulateTab();
  const current = await open({ entries, type }, state.current);
  return { old, current, deliverEvents };
}

async function open<T>({ entries }: StoredState, create: Create<T>): Promise<OpenedRelease<T>> {
  const reports = collectErrors();
  const storage = await create();
  return {
    storage,
    get values() {
      return storage.get();
    },
    reports,
    ...describe(storage, entries),
    get backups() {
      return backupsOf(storage).list();
    },
  };
}

type Description = Pick<OpenedRelease<unknown>, 'carriedOver' | 'dropped' | 'hidden' | 'kept'>;

function describe<T>(storage: TuffetStorage<T>, entries: StoredEntries): Description {
  const store = storeOf(storage);
  const { area } = store.getArea();
  const [stored, shown, defaults] = [store.getStored(), store.read(), store.getDefaults()];
  const { key = store.key, version = 1 } = store.lineage ?? {};
  const versions = Array.from({ length: version }, (_, i) => storedKeyOf(key, version - i));
  const source = versions.find((name) => name in entries) ?? store.key;
  const before = parseEntry(entries[source]);
  const kept = Object.keys(entries).filter(
    (name) => name !== store.key && area.getItem(name) === entries[name],
  );
  const isCarriedOver = (name: string) => {
    const { text, value } = shown.get(name) ?? {};
    const isEqual = JSON.stringify(before.get(name)) === JSON.stringify(value);
    return text !== defaults.get(name)?.text || (before.has(name) && isEqual);
  };
  const carriedOver = [...shown.keys()].filter(isCarriedOver);
  const hidden = [...stored.keys()].filter((name) => isValue(name) && !shown.has(name));
  const found = new Set([...carriedOver, ...hidden]);
  const dropped = kept.includes(source) ? [] : [...before.keys()].filter((n) => !found.has(n));
  return { carriedOver, dropped, hidden, kept };
}

/** An entry also contains the times at which values expire. */
const isValue = (name: string) => !name.startsWith('$expires.');

/** Returns the values of an entry; none if it isn't one. */
function parseEntry(text = 'null'): ReadonlyMap<string, unknown> {
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch {
    root = undefined;
  }
  const values = isPlainObject(root) ? Object.entries(root) : [];
  return new Map(values.filter(([name]) => isValue(name)));
}
