import type { ModuleShape } from '@tuffet/shared';
import { openArea } from './runtime.ts';
import type { StorageModule } from './storage-module.ts';
import { backUpText, findBackupKey } from './store/backups.ts';
import { isObject } from './store/entry.ts';
import { keysIn, parseKey, storedKeyOf } from './store/entry-keys.ts';
import { isQuota } from './store/persistence.ts';
import type { Store } from './store/store.ts';
import type { Area } from './web-storage.ts';

/** A stored string that the module doesn't use. */
export interface Backup {
  /** The key under which it is stored. */
  readonly key: string;
  /** The version of the module that stored it. */
  readonly version: number;
  readonly text: string;
  /** `corrupt`: it wasn't an entry; `version`: an older version that wasn't migrated. */
  readonly reason: 'corrupt' | 'version';
}

/** The backups of a module's earlier entries. */
export interface Backups {
  /** Returns the backups, oldest version first. */
  list(): readonly Backup[];
  /**
   * Makes a backup the entry of the module, after migrating it. The stored entry becomes a backup.
   * Returns false if that isn't possible; nothing has changed then.
   */
  restore(key: string): boolean;
  /** Deletes a backup. Returns false if there is none with this key. */
  remove(key: string): boolean;
}

/** A module of any package. */
// biome-ignore lint/suspicious/noExplicitAny: accepts modules of all types.
type AnyModule = Pick<StorageModule<any>, 'getItem'> | { readonly storageModule: object };

function storeOf(module: AnyModule): Store {
  const { storageModule = module } = module as { storageModule?: object };
  return (storageModule as StorageModule<ModuleShape<object>>).store;
}

/** Lists, restores and deletes the backups of a module. */
export function backupsOf(module: AnyModule): Backups {
  const store = storeOf(module);
  const find = (key: string) => listBackups(store).find((backup) => backup.key === key);
  return {
    list: () => attempt(store, () => listBackups(store), []),
    restore: (key) =>
      attempt(
        store,
        () => {
          const backup = find(key);
          return !!backup && restore(store, backup);
        },
        false,
      ),
    remove: (key) =>
      attempt(
        store,
        () => {
          const { area, methods } = store.getArea();
          const backup = find(key);
          if (backup) methods.removeItem.call(area, key);
          return !!backup;
        },
        false,
      ),
  };
}

/** Reports failures of the storage instead of throwing them. */
function attempt<T>(store: Store, run: () => T, fallback: T): T {
  try {
    return run();
  } catch (cause) {
    store.report('denied', undefined, cause);
    return fallback;
  }
}

/**
 * Deletes everything that modules have stored: entries of all versions and backups. For example, when
 * a user signs out. Open modules return to their initial values. Returns false if that failed.
 */
export function erase(...modules: readonly AnyModule[]): boolean {
  const results = modules.map((module) => {
    const store = storeOf(module);
    return attempt(store, () => eraseStore(store), false);
  });
  return !results.includes(false);
}

function eraseStore(store: Store): boolean {
  store.remove(true);
  // Before the user agrees, the module is in memory, and its entry may be one of an earlier consent.
  const { area, methods, denial } = openArea(store.type);
  for (const { key } of listEntries(store, area)) methods.removeItem.call(area, key);
  return !denial && !listEntries(store, area).length;
}

interface StoredText extends Backup {
  readonly isBackup: boolean;
}

/** Returns the current entry, those of other versions, and all backups, oldest version first. */
function listEntries({ key, lineage }: Store, area: Area): StoredText[] {
  return keysIn(area)
    .flatMap((name): StoredText[] => {
      const { owner, version, isBackup } = parseKey(name);
      // Without versions, `key_v2` belongs to another module.
      const isOwn = lineage ? owner === lineage.key : storedKeyOf(owner, version) === key;
      const reason = isBackup ? 'corrupt' : 'version';
      const text = area.getItem(name) ?? '';
      return isOwn ? [{ key: name, version, text, reason, isBackup }] : [];
    })
    .sort((a, b) => a.version - b.version || (a.key < b.key ? -1 : 1));
}

function listBackups(store: Store): Backup[] {
  const { version = 1 } = store.lineage ?? {};
  return listEntries(store, store.getArea().area)
    .filter((found) => found.isBackup || found.version < version)
    .map(({ isBackup, ...backup }) => backup);
}

/** If it fails, the text stays in its backup. */
function putBack(store: Store, text: string): boolean {
  const { area, methods } = store.getArea();
  try {
    methods.setItem.call(area, store.key, text);
    return true;
  } catch {
    return false;
  }
}

function restore(store: Store, { key, version, text }: Backup): boolean {
  const { area, methods } = store.getArea();
  const current = area.getItem(store.key);
  let next: string;
  try {
    next = migrate(store, text, version);
  } catch (cause) {
    store.report('migration', undefined, cause, text);
    return false;
  }
  const slot = current === null ? undefined : findBackupKey(area, store.key, current);
  const isKept = slot !== undefined && area.getItem(slot) !== null;
  try {
    if (current !== null) {
      backUpText(area, methods, store.key, current);
      // Other tabs then accept the new entry as a whole.
      methods.removeItem.call(area, store.key);
    }
    methods.setItem.call(area, store.key, next);
  } catch (cause) {
    const isBack = current === null || putBack(store, current);
    if (slot && !isKept && isBack) methods.removeItem.call(area, slot);
    store.report(isQuota(cause) ? 'quota' : 'denied', undefined, cause, text);
    return false;
  }
  methods.removeItem.call(area, key);
  try {
    store.receive({});
  } catch {
    // A mistake of `check`, which the next read throws, too.
  }
  return true;
}

/** Returns the string to store as the current entry. */
function migrate({ lineage }: Store, text: string, version: number): string {
  if (lineage) return lineage.migrate(text, version);
  if (!isObject(JSON.parse(text))) throw new TypeError(text);
  return text;
}
