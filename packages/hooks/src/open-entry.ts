import type { Root, Store } from '@tuffet/core';
import { backUpText, isMadeFrom, keysIn, rootOf, stripMark } from '@tuffet/core/adapter';
import type { OldEntries } from './adoption.ts';
import { keepSharedKeys, sharedKeysIn } from './area-keys.ts';
import { hintOf, warnOfMissingName, warnOfOldEntry } from './development.ts';
import type { OpenedArea } from './gate.ts';
import { isForeign, migrate, serialize } from './migrate.ts';
import { assertPlainObject, isPlainObject } from './plain-object.ts';
import type { OpenOptions } from './types.ts';
import {
  planUpgrade,
  stepsFrom,
  storedKeyOf,
  type UpgradePlan,
  versionsAmong,
} from './versions.ts';

/** A stored string with its key. Deleting it is canceled if it has changed in the meantime. */
type Stored = readonly [key: string, text: string];

/** The entries of a module by version, ascending. */
type Found = ReadonlyMap<number, Stored>;

/** How late the event of a write of another tab may arrive, in milliseconds. */
const LATE_MS = 1000;

/**
 * Migrates from older versions or adopts old entries, then writes the required properties that are
 * missing. An older entry is only deleted after it was migrated, or if the version was raised without
 * migrations and `mayDelete` says that no option is a mistake.
 */
export function openEntry(store: Store, options: OpenOptions, mayDelete: boolean): void {
  const { storageModuleKey: key, version = 1, preVersion = version - 1, adopt } = options;
  const { area } = store.getArea();
  let found: Found;
  try {
    found = findVersions(area, key, [1, preVersion, version]);
  } catch (cause) {
    // Nothing is written before storage can be read again.
    store.report('denied', hintOf('unreadable'), cause);
    return;
  }
  const isOurs = (v: number) => !isForeign(found.get(v)?.[1], options);
  const present = [...found.keys()];
  const canDrop = mayDelete && isOurs(preVersion);
  const plan = planUpgrade(present, version, preVersion, options.migrations, canDrop);
  const { newer = version, drop } = plan;
  watchNewer(store, key, newer);
  if (newer > version) store.report('version', hintOf('newer', newer, version));

  const current = found.get(version)?.[1];
  warnOfOldEntry(options, found.get(drop ?? 1)?.[1], drop);
  const isMigrated = (v: number) => isMigratedFrom(store, options, current, v, found.get(v)?.[1]);
  const removable = drop ? [drop] : plan.kept.filter(isMigrated);
  const obsolete = removable.map((v) => found.get(v) as Stored);
  const isAdopted =
    adopt && !present.some(isOurs) ? adoptEntries(store, options, found, obsolete) : undefined;
  const isStored = isAdopted ?? migrateEntry(store, options, found, plan, obsolete);
  const isLeft = (v: number) => !obsolete.includes(found.get(v) as Stored);
  const left = plan.kept.filter(isLeft).pop();
  if (left) store.report('version', hintOf('kept', left, options, current, isOurs));
  // After a failure nothing is written: a later release may fix the function.
  if (isStored === false) return;
  // Nor without a migration: the next release may add one.
  const mayWrite = !left || isStored || current !== undefined;
  const write = () => mayWrite && writeMissing(store, options);
  // Pages of the old release look for the new entry when theirs is deleted.
  if (drop) write();
  removeOld(store, obsolete);
  write();
  keepSharedKeys(area, store.key);
}

/**
 * Returns whether the page was closed after a migration, before the old entry was deleted. Otherwise an
 * older release may have stored the same text again, after a rollback.
 */
function isMigratedFrom(
  store: Store,
  options: OpenOptions,
  current: string | undefined,
  from: number,
  text = '',
): boolean {
  const { version = 1, preVersion = version - 1, migrations, serializer } = options;
  if (current === undefined || !isMadeFrom(current, text)) return false;
  try {
    const values = migrate(text, stepsFrom(from, version, preVersion, migrations), options);
    const next = withInitial(store, options, serialize(values, options));
    return serializer.stringify(next) === stripMark(current);
  } catch {
    return false;
  }
}

/** Returns the entry with these values. An undefined value doesn't replace an initial one. */
function withInitial(store: Store, { serializer }: OpenOptions, text: string): Root {
  return { ...rootOf(store.getInitial()), ...(serializer.parse(text) as Root) };
}

function findVersions(area: OpenedArea['area'], key: string, expected: number[]): Found {
  // The shared list may lack what other code stored a moment ago.
  const candidates = new Set([...versionsAmong(sharedKeysIn(area), key), ...expected]);
  const found = new Map<number, Stored>();
  for (const v of [...candidates].sort((a, b) => a - b)) {
    const name = storedKeyOf(key, v);
    const text = v > 0 ? area.getItem(name) : null;
    if (text !== null) found.set(v, [name, text]);
  }
  return found;
}

/** After a rollback, a newer version exists from the start: that doesn't make this page outdated. */
function watchNewer(store: Store, key: string, newest: number): void {
  store.configure({
    findNewer(written) {
      const { area } = store.getArea();
      const newer = versionsAmong(keysIn(area), key).find((v) => v > newest);
      const entry = newer && area.getItem(storedKeyOf(key, newer));
      if (entry && written && isMadeFrom(entry, written) === false) putBack(store, written);
      return newer;
    },
  });
}

function removeOld(store: Store, obsolete: readonly Stored[]): void {
  const { area, methods } = store.getArea();
  // Values that are only in memory don't replace stored ones.
  if (!store.isPersistent()) return;
  try {
    for (const old of obsolete) {
      const [name, text] = old;
      if (area.getItem(name) !== text) continue;
      methods.removeItem.call(area, name);
      keepLateWrites(store, old);
    }
  } catch (cause) {
    store.report('denied', hintOf('unreadable'), cause);
  }
}

/** Another page wrote the old entry before it saw that it was removed: that becomes a backup. */
function keepLateWrites(store: Store, [name, text]: Stored): void {
  const { area } = store.getArea();
  let kept: string | null = null;
  const keep = ({ storageArea, key, newValue }: StorageEvent) => {
    if (storageArea !== area || key !== name || newValue === text) return;
    if (newValue) {
      if (putBack(store, newValue, name, kept)) kept = newValue;
    } else if (kept !== null) {
      // The other page has removed it since.
      removeOld(store, [[name, kept]]);
      kept = null;
    }
  };
  addEventListener('storage', keep);
  setTimeout(() => removeEventListener('storage', keep), LATE_MS);
}

/** Returns undefined if there is nothing to migrate. */
function migrateEntry(
  store: Store,
  options: OpenOptions,
  found: Found,
  { from, steps }: UpgradePlan,
  obsolete: Stored[],
): boolean | undefined {
  if (!from) return undefined;
  const old = found.get(from) as Stored;
  const [, text] = old;
  obsolete.push(old);
  return storeValues(store, options, { compute: () => migrate(text, steps, options), from, text });
}

/**
 * Adopts entries of other code. Adds those that it took to `obsolete`. Returns undefined if there are
 * none, or if the module has an entry, and the function doesn't read it.
 */
function adoptEntries(
  store: Store,
  options: OpenOptions,
  found: Found,
  obsolete: Stored[],
): boolean | undefined {
  const { version = 1, adopt } = options;
  const { area, methods } = store.getArea();
  const all = [...found.values()];
  const own = found.get(version)?.[1];
  const taken: Stored[] = [];
  let isNeeded = !all.length;
  const get = (name: string, isTaken?: boolean) => {
    const known = all.find(([key]) => key === name);
    isNeeded ||= !!known;
    const text = area.getItem(name);
    if (isTaken && text !== null && name !== store.key) taken.push(known ?? [name, text]);
    return text;
  };
  const old: OldEntries = { read: (name) => get(name), take: (name) => get(name, true) };
  const compute = () => {
    const values = adopt?.(old, rootOf(store.getDefaults()) as never) as Root | undefined;
    if (!isNeeded) return undefined;
    const isEmpty = isPlainObject(values) && Object.values(values).every((it) => it === undefined);
    const names = taken.map(([name]) => name);
    if (isEmpty && names.length) throw new TypeError(hintOf('nothingAdopted', names));
    return values;
  };
  const moveOwn = () => {
    if (own === undefined) return;
    backUpText(area, methods, store.key, own);
    methods.removeItem.call(area, store.key);
  };
  try {
    const isStored = storeValues(store, options, { compute, prepare: moveOwn });
    if (isStored) obsolete.push(...taken);
    return isStored;
  } finally {
    // Adopting failed after it was moved to a backup.
    if (own !== undefined) putBack(store, own);
  }
}

/** Stores an entry again, unless another one has replaced what is known. Returns whether it did. */
function putBack(
  store: Store,
  text: string,
  name: string = store.key,
  known: string | null = null,
): boolean {
  const { area, methods } = store.getArea();
  try {
    if (area.getItem(name) !== known) return false;
    methods.setItem.call(area, name, text);
    return true;
  } catch (cause) {
    store.report('denied', hintOf('unreadable'), cause);
    return false;
  }
}

/** Where values for a new entry come from. */
interface Source {
  compute(): Root | undefined;
  /** Called before the values are written. */
  prepare?(): void;
  /** An older version, and its stored string. */
  readonly from?: number;
  readonly text?: string;
}

/** Returns false if storing fails, and undefined if there are no values; nothing has changed then. */
function storeValues(
  store: Store,
  options: OpenOptions,
  { compute, prepare, from, text = '' }: Source,
): boolean | undefined {
  const { check, merge } = options;
  const defaults = rootOf(store.getDefaults());
  let next: Root;
  try {
    const values = compute();
    if (!values) return undefined;
    // A value that can't be serialized is a mistake of the function, too.
    const copy = serialize(assertPlainObject(values, hintOf('notPlain', values, 0)), options);
    // Functions may change theirs.
    const parse = () => withInitial(store, options, copy);
    next = parse();
    const shown = (merge?.(parse() as never, defaults as never) ?? parse()) as Root;
    const problem: unknown = check?.({ ...defaults, ...shown });
    // The store throws for other values.
    if (problem && typeof problem === 'string') {
      throw new TypeError(hintOf('rejected', problem) || problem);
    }
    prepare?.();
  } catch (cause) {
    store.report('migration', hintOf('migration', store, from, cause), cause);
    return false;
  }
  return store.replace(next, false, text);
}

function writeMissing(store: Store, options: OpenOptions): void {
  warnOfMissingName(options, store.read());
  if (options.storeInitial !== false) store.fill();
}
