import type { Root, Store } from '@tuffet/core';
import { backUpText, isMadeFrom, keysIn, rootOf } from '@tuffet/core/adapter';
import { keepSharedKeys, sharedKeysIn } from './area-keys.ts';
import {
  hintOf,
  warnOfDroppedEntry,
  warnOfForeignEntry,
  warnOfMissingName,
} from './development.ts';
import type { OpenedArea } from './gate.ts';
import { isForeign, migrate, type OpenOptions } from './migrate.ts';
import { assertPlainObject } from './plain-object.ts';
import { planUpgrade, storedKeyOf, type UpgradePlan, versionsAmong } from './versions.ts';

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
  const { storageModuleKey: key, version = 1, preVersion = version - 1, adopt } = options;
  const { area } = store.getArea();
  let texts: Texts;
  try {
    texts = readVersions(area, key, [1, preVersion, version]);
  } catch (cause) {
    // Nothing is written before storage can be read again.
    store.report('denied', hintOf('unreadable'), cause);
    return;
  }
  const isOurs = (v: number) => texts.has(v) && !isForeign(texts.get(v) as string, options);
  const canDrop = mayDelete && isOurs(preVersion);
  const present = [...texts.keys()];
  const plan = planUpgrade(present, version, preVersion, options.migrations, canDrop);
  watchNewer(store, key, plan.newer ?? version);
  if (plan.newer) store.report('version', hintOf('newer', plan.newer, version));

  const obsolete = findObsolete(options, plan, texts);
  const canAdopt = adopt && !present.some(isOurs);
  const isStored =
    (canAdopt ? adoptEntries(store, options, texts, obsolete) : undefined) ??
    migrateEntry(store, options, texts, plan, obsolete);
  // After a failure nothing is written: a later release may fix the function.
  if (isStored === false) return;
  removeOld(store, obsolete);
  const isLeft = (v: number) => !obsolete.some(([name]) => name === storedKeyOf(key, v));
  const kept = plan.kept.filter(isLeft).pop();
  const current = texts.get(version);
  if (kept) store.report('version', hintOf('kept', kept, options, current, isOurs));
  // Nor without a migration: the next release may add one.
  if (!kept || isStored || current !== undefined) writeMissing(store, options);
  keepSharedKeys(area, store.key);
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

/** Returns the entry to drop, and those that were migrated before the page was closed. */
function findObsolete(options: OpenOptions, { drop, kept }: UpgradePlan, texts: Texts): Obsolete[] {
  const { storageModuleKey: key, version = 1, adopt } = options;
  const textOf = (v: number) => texts.get(v) as string;
  if (drop) warnOfDroppedEntry(options, drop, textOf(drop));
  else if (!adopt) warnOfForeignEntry(options, texts.get(1));
  const current = texts.get(version);
  const isMigrated = (v: number) => current !== undefined && isMadeFrom(current, textOf(v));
  const versions = drop ? [drop] : kept.filter(isMigrated);
  return versions.map((v) => [storedKeyOf(key, v), textOf(v)]);
}

/** After a rollback, a newer version exists from the start: that doesn't make this page outdated. */
function watchNewer(store: Store, key: string, newest: number): void {
  store.configure({
    findNewer: () => versionsAmong(keysIn(store.getArea().area), key).find((v) => v > newest),
  });
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

/** Returns undefined if there is nothing to migrate. */
function migrateEntry(
  store: Store,
  options: OpenOptions,
  texts: Texts,
  { from, steps }: UpgradePlan,
  obsolete: Obsolete[],
): boolean | undefined {
  if (!from) return undefined;
  const text = texts.get(from) as string;
  obsolete.push([storedKeyOf(options.storageModuleKey, from), text]);
  return storeValues(store, options, { compute: () => migrate(text, steps, options), from, text });
}

/**
 * Adopts entries of other code. Adds those that it took to `obsolete`. Returns undefined if there are
 * none, or if the module has an entry, and the function doesn't read it.
 */
function adoptEntries(
  store: Store,
  options: OpenOptions,
  texts: Texts,
  obsolete: Obsolete[],
): boolean | undefined {
  const { storageModuleKey: key, version = 1, adopt } = options;
  const { area, methods } = store.getArea();
  const own = texts.get(version);
  const taken: Obsolete[] = [];
  let isNeeded = !texts.size;
  const read = (name: string) => {
    isNeeded ||= [...texts.keys()].some((v) => name === storedKeyOf(key, v));
    return area.getItem(name);
  };
  const take = (name: string) => {
    const text = read(name);
    if (text !== null && name !== store.key) taken.push([name, text]);
    return text;
  };
  const compute = () => {
    const initial = rootOf(store.getDefaults()) as never;
    const values = adopt?.({ read, take }, initial) as Root | undefined;
    if (isNeeded) return values;
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
    if (own !== undefined && area.getItem(store.key) === null) {
      methods.setItem.call(area, store.key, own);
    }
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
  { check, merge, serializer }: OpenOptions,
  { compute, prepare, from, text }: Source,
): boolean | undefined {
  const defaults = rootOf(store.getDefaults());
  let next: Root;
  try {
    const values = compute();
    if (!values) return undefined;
    // A value that can't be serialized is a mistake of the function, too.
    const copy = serializer.stringify(assertPlainObject(values, hintOf('notPlain', values, 0)));
    // After the copy: an undefined value doesn't replace an initial one.
    next = { ...rootOf(store.getInitial()), ...(serializer.parse(copy) as Root) };
    const shown = (merge?.(next as never, defaults as never) ?? next) as Root;
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
