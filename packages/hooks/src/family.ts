import { type StorageType, TuffetError } from '@tuffet/core';
import { closeStore, isServer, keysIn, openArea, parseKey } from '@tuffet/core/adapter';
import type { MissingType, ModuleShape } from '@tuffet/shared';
import { createStorage } from './create-storage.ts';
import { hintOf } from './development.ts';
import type { GatedStore } from './gate.ts';
import { storeOf } from './storage-items.ts';
import type { CreateStorageOptions, TuffetStorage } from './types.ts';

/** Returns the options of the module with this id. The family adds the key. */
export type MemberOptions<T> = (
  id: string,
) => Omit<CreateStorageOptions<T>, 'storageModuleKey'> & { storageModuleKey?: never };

/** Modules with one definition, for example one per user, document or tenant. */
export interface StorageFamily<T> {
  /** Returns the module with this id. Every call returns the same object until it is released. */
  open(id: string): TuffetStorage<T>;
  /** Returns the ids of all entries, of any version, including those that aren't open. */
  list(): string[];
  /** Removes the entry with this id, of any version. An open module returns to its initial values. */
  clear(id: string): void;
  /** Removes all entries of the family. Open modules return to their initial values. */
  clearAll(): void;
  /**
   * Frees the memory of the module with this id; its entry stays. A module whose values are only in
   * memory isn't released. Components that still use the module
   * are no longer notified of changes from other tabs, or from a module that is opened afterwards.
   */
  release(id: string): void;
}

/** Creates a family in local storage. The entry of the id `7` is stored under `key[7]`. */
export function createLocalFamily<T extends ModuleShape<T> = MissingType>(
  key: string,
  optionsOf: MemberOptions<T>,
): StorageFamily<T> {
  return createFamily<T>('local', key, optionsOf);
}

/** Creates a family in session storage. The entry of the id `7` is stored under `key[7]`. */
export function createSessionFamily<T extends ModuleShape<T> = MissingType>(
  key: string,
  optionsOf: MemberOptions<T>,
): StorageFamily<T> {
  return createFamily<T>('session', key, optionsOf);
}

function createFamily<T>(
  type: StorageType,
  key: string,
  optionsOf: MemberOptions<T>,
): StorageFamily<T> {
  // Otherwise `a[b]` could belong to two families.
  if (!key || typeof key !== 'string' || /[[\]]/.test(key)) {
    throw new TuffetError('invalid-options', `${key}`, hintOf('familyKey'));
  }
  const members = new Map<string, TuffetStorage<T>>();
  const keyOf = (id: string) => `${key}[${id}]`;

  return {
    open(id) {
      const known = members.get(id);
      if (known) return known;
      if (!id || typeof id !== 'string') {
        throw new TuffetError('invalid-options', key, hintOf('familyId', id));
      }
      const storage = createStorage<T>(type, { ...optionsOf(id), storageModuleKey: keyOf(id) });
      // During SSR, the map would keep the modules of all visitors.
      if (!isServer()) members.set(id, storage);
      return storage;
    },
    list() {
      const open = [...members].filter(([, { helper }]) => helper.getExistence());
      const stored = keysIn(openArea(type).area)
        .map(parseKey)
        .flatMap(({ owner, isBackup }) => (isBackup ? [] : idIn(owner, key) || []));
      return [...new Set([...open.map(([id]) => id), ...stored])];
    },
    clear: (id) => removeEntries(type, key, members, (found) => found === id),
    clearAll: () => removeEntries(type, key, members, () => true),
    release(id) {
      const storage = members.get(id);
      if (!storage?.helper.isPersistent()) return;
      const store: GatedStore = storeOf(storage);
      storage.helper.cancelProtect();
      closeStore(store, keyOf(id));
      store.forget?.();
      members.delete(id);
    },
  };
}

/** Returns the id in the key of a member. Only the last bracket ends it, so ids may contain some. */
function idIn(owner: string, key: string): string {
  const isMember = owner.startsWith(`${key}[`) && owner.endsWith(']');
  return isMember ? owner.slice(key.length + 1, -1) : '';
}

function removeEntries<T>(
  type: StorageType,
  key: string,
  members: ReadonlyMap<string, TuffetStorage<T>>,
  isChosen: (id: string) => boolean,
): void {
  // First, so that their subscribers are notified.
  for (const [id, { helper }] of members) if (isChosen(id)) helper.clearModule();
  const { area, methods } = openArea(type);
  for (const name of keysIn(area)) {
    const id = idIn(parseKey(name).owner, key);
    if (id && isChosen(id)) methods.removeItem.call(area, name);
  }
}
