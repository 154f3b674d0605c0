import type { Root, Store } from '@tuffet/core';
import { backUpText, isMadeFrom, rootOf } from '@tuffet/core/adapter';
import { keepSharedKeys, keysIn, sharedKeysIn } from './area-keys.ts';
import {
  hintOf,
  warnOfDroppedEntry,
  warnOfForeignEntry,
  warnOfMissingName,
} from './development.ts';
import { findAdopter } from './foreign-entry.ts';
import type { OpenedArea } from './gate.ts';
import { migrate, type OpenOptions, parseOld } from './migrate.ts';
import { assertPlainObject } from './plain-object.ts';
import { planUpgrade, storedKeyOf, versionsAmong } from './versions.ts';

/** The stored strings of a module by version, ascending. */
type Texts = ReadonlyMap<number, string>;

/** A stored string that is deleted unless it changes in the meantime. */
type Obsolete = readonly [key: string, text: string];

/**
 * Migrates from older versions or adopts old entries, then writes the required properties that are
 * missing. An older entry is only deleted after it was migrated, or if the version was raised without
 * migrations and `mayDelete` says that no option is a mistake.
 */
export function openEntry(store: Store, options: OpenOptions, mayDelete: boolean): void {
  const { storageModuleKey: key, version = 1, preVersion = version - 1 } = options;
  const { area } = store.getArea();
  let texts: Texts;
  try {
    texts = readVersions(area, key, [1, preVersion, version]);
  } catch (cause) {
    // Nothing is written before storage can be read again.
    store.report('denied', hintOf('unreadable'), cause);
    return;
  }
  const plan = planUpgrade([...texts.keys()], version, preVersion, options.migrations, mayDelete);
  const { newer, from, drop } = plan;
  watchNewer(store, key, newer ?? version);
  if (newer) store.report('version', hintOf('newer', newer, version));

  const current = texts.get(version);
  const textOf = (v: number) => texts.get(v) as string;
  const oldOf = (v: number): Obsolete => [storedKeyOf(key, v), textOf(v)];
  // The page was closed after the migration, before the old entry was deleted.
  const isMigrated = (v: number) => current !== undefined && isMadeFrom(current, textOf(v));
  const dropped = drop && dropOld(store, oldOf(drop), drop, options) ? drop : undefined;
  const kept = [...plan.kept, drop ?? 0].filter((v) => v && v !== dropped && !isMigrated(v)).pop();
  if (kept) store.report('version', hintOf('kept', kept, version, current !== undefined));

  const isDone = from
    ? migrateEntry(store, options, oldOf(from), plan.steps, from)
    : adoptEntries(store, options, texts);
  // After a failure nothing is written: a later release may fix the function.
  if (!isDone) return;
  removeOld(store, plan.kept.filter(isMigrated).map(oldOf));
  // Nor without a migration: the next release may add one.
  if (!kept || from || current !== undefined) writeMissing(store, options);
  keepSharedKeys(area);
}

function readVersions(area: OpenedArea['area'], key: string, expected: number[]): Texts {
  // The shared list may lack what other code stored a moment ago.
  const candidates = new Set([...versionsAmong(sharedKeysIn(area), key), ...expected]);
  const texts = new Map<number, string>();
  for (const v of [...candidates].sort((a, b) => a - b)) {
    const text = v > 0 ? area.getItem(storedKeyOf(key, v)) : null;
    if (text !== null) texts.set(v, text);
  }
  return texts;
}

/** After a rollback, a newer version exists from the start: that doesn't make this page outdated. */
function watchNewer(store: Store, key: string, newest: number): void {
  store.configure({
    findNewer: () => versionsAmong(keysIn(store.getArea().area), key).find((v) => v > newest),
  });
}

/** Deletes the entry of the previous version. Returns false if other code may have written it. */
function dropOld(
  store: Store,
  old: Obsolete,
  version: number,
  { storageModuleKey: key, serializer }: OpenOptions,
): boolean {
  let root: Root;
  try {
    root = parseOld(old[1], serializer);
  } catch {
    return false;
  }
  warnOfDroppedEntry(key, version, Object.keys(root));
  removeOld(store, [old]);
  return true;
}

function removeOld(store: Store, obsolete: readonly Obsolete[]): void {
  const { area, methods } = store.getArea();
  // Values that are only in memory don't replace stored ones.
  if (!store.isPersistent()) return;
  try {
    for (const [name, text] of obsolete) {
      if (area.getItem(name) === text) methods.removeItem.call(area, name);
    }
  } catch (cause) {
    store.report('denied', hintOf('unreadable'), cause);
  }
}

function migrateEntry(
  store: Store,
  options: OpenOptions,
  old: Obsolete,
  steps: readonly number[],
  from: number,
): boolean {
  const [, text] = old;
  const isDone = storeValues(store, options, () => migrate(text, steps, options), { from, text });
  if (isDone) removeOld(store, [old]);
  return isDone;
}

/** Adopts entries of other code if the module has none, or one that this library can't have written. */
function adoptEntries(store: Store, options: OpenOptions, texts: Texts): boolean {
  const { version = 1, adopt } = options;
  const { area, methods } = store.getArea();
  const own = texts.get(version);
  const read = (key: string) => area.getItem(key);
  warnOfForeignEntry(options, read);
  if (!adopt || (texts.size && !(texts.size === 1 && own && isForeign(own, options)))) return true;
  const taken: Obsolete[] = [];
  const take = (key: string) => {
    const text = read(key);
    if (text !== null && key !== store.key) taken.push([key, text]);
    return text;
  };
  const compute = () => {
    const values = adopt({ read, take }, rootOf(store.getDefaults()) as never) as Root | undefined;
    if (!values) taken.length = 0;
    else if (own) backUpText(area, methods, store.key, own);
    return values;
  };
  const isDone = storeValues(store, options, compute, own === undefined ? {} : { text: own });
  if (isDone) removeOld(store, taken);
  return isDone;
}

function isForeign(text: string, { initial, serializer }: OpenOptions): boolean {
  try {
    parseOld(text, serializer);
  } catch {
    return true;
  }
  return !('state' in initial) && !!findAdopter(text);
}

/** Stores the values that a function returns. Returns false if that fails; nothing has changed then. */
function storeValues(
  store: Store,
  { check, merge, serializer }: OpenOptions,
  compute: () => Root | undefined,
  { from, text }: { from?: number; text?: string },
): boolean {
  const defaults = rootOf(store.getDefaults());
  let next: Root;
  try {
    const values = compute();
    if (!values) return true;
    // A value that can't be serialized is a mistake of the function, too.
    const copy = serializer.stringify(assertPlainObject(values, hintOf('notPlain', values, 0)));
    // After the copy: an undefined value doesn't replace an initial one.
    next = { ...rootOf(store.getInitial()), ...(serializer.parse(copy) as Root) };
    const shown = (merge?.(next as never, defaults as never) ?? next) as Root;
    const problem = check?.({ ...defaults, ...shown });
    if (problem) throw new TypeError(hintOf('rejected', problem) || problem);
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
