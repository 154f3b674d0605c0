import type { Root, Serializer, Store } from '@tuffet/core';
import { rootOf } from '@tuffet/core/adapter';
import { keysIn } from './area-keys.ts';
import { hintOf, warnOfForeignEntry, warnOfMissingName } from './development.ts';
import type { OpenedArea } from './gate.ts';
import { isPlainObject } from './plain-object.ts';
import type { CreateStorageOptions } from './types.ts';
import { type Migrations, planUpgrade, storedKeyOf, versionsAmong } from './versions.ts';

interface OpenOptions extends CreateStorageOptions<Root> {
  readonly serializer: Serializer;
}

/**
 * Migrates from older versions or adopts old entries, then writes the required properties that are
 * missing. Redefined: hot reload may run between the edit that raises the version and the one that
 * adds a migration.
 */
export function openEntry(
  store: Store,
  { area, methods }: OpenedArea,
  options: OpenOptions,
  isRedefined: boolean,
): void {
  const { storageModuleKey: key, version = 1, preVersion = version - 1, migrations } = options;
  const findVersions = () => versionsAmong(keysIn(area), key);
  const present = findVersions();
  // Production builds don't check `migrations`: without the last step nothing would be preserved.
  // With `adopt`, an entry that looks like an older version may belong to other code.
  const mayDelete = !isRedefined && (migrations ? !!migrations[version] : !options.adopt);
  const plan = planUpgrade(present, version, preVersion, migrations, mayDelete);
  const { newer, stranded, from, steps } = plan;
  // After a rollback, a newer version exists from the start: that doesn't make this page outdated.
  const newest = newer ?? version;
  store.configure({ findNewer: () => findVersions().find((found) => found > newest) });
  if (newer) store.report('version', hintOf('newer', newer, version));
  if (stranded) store.report('version', hintOf('stranded', stranded, version, migrations));
  const obsolete = plan.drop.map((v) => storedKeyOf(key, v));
  const read = (name: string) => area.getItem(name);
  warnOfForeignEntry(options, read);
  const compute = from
    ? () => migrate(read(storedKeyOf(key, from)) as string, steps, options)
    : () => (present.length ? undefined : adopt(store, options, read, obsolete));
  // After a failure nothing is written: a later release may fix the function.
  if (!storeValues(store, options, compute, from)) return;
  // Values that are only in memory don't replace stored ones.
  if (store.isPersistent()) for (const name of obsolete) methods.removeItem.call(area, name);
  // Nor without a migration: the next release may add one.
  if (!stranded || present.includes(version)) writeMissing(store, options);
}

/** Returns the values of an older version, migrated to the current one. */
function migrate(
  text: string,
  steps: readonly number[],
  { migrations, serializer }: OpenOptions,
): Root {
  // Only JSON ignores the mark that a patch appends.
  const old = assertPlainObject(serializer.parse(text.replace(/\t[ \t]*$/, '')));
  return steps.reduce((root, v) => {
    const next = ((migrations as Migrations)[v] as (previous: Root) => unknown)(root);
    return assertPlainObject(next, v);
  }, old);
}

/** Returns the values that `adopt` returns, and adds the keys that become obsolete. */
function adopt(
  store: Store,
  options: CreateStorageOptions<Root>,
  read: (key: string) => string | null,
  obsolete: string[],
): Root | undefined {
  const taken: string[] = [];
  const take = (key: string) => {
    taken.push(key);
    return read(key);
  };
  const values = options.adopt?.({ read, take }, rootOf(store.getDefaults()));
  // The module's own key has no text yet.
  if (values) obsolete.push(...taken.filter((key) => read(key) !== null));
  return values;
}

/** Stores the values that a function returns. Returns false if that fails; nothing has changed then. */
function storeValues(
  store: Store,
  { check, merge, serializer }: OpenOptions,
  compute: () => Root | undefined,
  from: number | undefined,
): boolean {
  const fail = (cause: unknown): false => {
    store.report('migration', hintOf('migration', store, from, cause), cause);
    return false;
  };
  const defaults = rootOf(store.getDefaults());
  let next: Root;
  try {
    const values = compute();
    if (!values) return true;
    // A value that can't be serialized is a mistake of the function, too.
    const text = serializer.stringify(assertPlainObject(values, 0));
    // After the copy: an undefined value doesn't replace an initial one.
    next = { ...rootOf(store.getInitial()), ...(serializer.parse(text) as Root) };
    next = (merge?.(next as never, defaults as never) ?? next) as Root;
  } catch (cause) {
    return fail(cause);
  }
  const problem = check?.({ ...defaults, ...next });
  return problem
    ? fail(new TypeError(hintOf('rejected', problem) || problem))
    : store.replace(next);
}

function assertPlainObject(value: unknown, step?: number): Root {
  if (isPlainObject(value)) return value;
  throw new TypeError(hintOf('notPlain', value, step));
}

function writeMissing(store: Store, options: CreateStorageOptions<Root>): void {
  const entry = store.read();
  warnOfMissingName(options, entry);
  if (options.storeInitial === false) return;
  const missing = [...store.getInitial()].filter(([name]) => !entry.has(name));
  store.commit(rootOf(new Map(missing)));
}
