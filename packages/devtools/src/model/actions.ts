import type { Store } from '@tuffet/core';
import { rootOf } from '@tuffet/core/adapter';
import type { Entry } from '../inspector/entry.ts';
import { backupsIn, findOwner, keysOfBackups } from './backups.ts';
import { findRuntime, listStores, openStorage, type StorageName } from './runtime.ts';

/** `invalid`: not a JSON object. `rejected`: storage is full, or the module doesn't accept it. */
export type Outcome = 'saved' | 'invalid' | 'rejected';

type Address = Pick<Entry, 'storage' | 'key'>;

export function findStore({ storage, key }: Address): Store | undefined {
  return listStores().find((store) =>
    store.isPersistent()
      ? store.type === storage && store.key === key
      : storage === 'memory' && store.key === key,
  );
}

/** Saves an edited entry. A module validates it. */
export function saveText(entry: Address, text: string): Outcome {
  const store = findStore(entry);
  if (!store) return attempt(() => writeText(entry, text));
  const root = parseRoot(text);
  if (!root) return 'invalid';
  return attempt(() => (isJson(store) ? store.replace(root) : writeText(entry, text)));
}

/** Removes the entry. A module has its initial values afterwards. */
export function removeEntry(entry: Address): Outcome {
  const store = findStore(entry);
  return attempt(() => {
    if (store) return store.remove();
    openArea(entry.storage)?.removeItem(entry.key);
    return true;
  });
}

/** Stores the initial values of a module. */
export function resetEntry(entry: Address): Outcome {
  const store = findStore(entry);
  return attempt(() => !!store?.replace(rootOf(store.getInitial())));
}

/**
 * Saves the stored text of an entry and of the backups of its module. Returns a function that restores
 * them, or undefined for a module in memory.
 */
export function saveState({ storage, key }: Address): (() => Outcome) | undefined {
  const area = openArea(storage);
  if (!area) return undefined;
  const owner = findStore({ storage, key }) ?? findOwner({ storage, key });
  // The entry is last: writing it makes the module read it.
  const names = () => [...(owner ? keysOfBackups(owner) : []), owner?.key ?? key];
  const texts = new Map(names().map((name) => [name, area.getItem(name)]));
  return () =>
    attempt(() =>
      // Backups that the action has created are removed.
      [...new Set([...names().slice(0, -1), ...texts.keys()])].every((name) =>
        writeText({ storage, key: name }, texts.get(name) ?? null),
      ),
    );
}

/** Makes a backup the entry of its module. The previous entry becomes a backup. */
export function restoreBackup(entry: Address): Outcome {
  const owner = findOwner(entry);
  return attempt(() => !!owner && backupsIn(owner).restore(entry.key));
}

export function removeBackup(entry: Address): Outcome {
  const owner = findOwner(entry);
  return attempt(() => !!owner && backupsIn(owner).remove(entry.key));
}

/** Cuts the text in half, as an interrupted write may do, and lets the module read it. */
export function corruptEntry(entry: Entry): Outcome {
  const half = entry.text.slice(0, entry.text.length / 2);
  return attempt(() => writeText(entry, half.trim() || '{'));
}

/** Writes the text of an entry, or removes it, also if it is protected. A module reads it immediately. */
export function writeText(entry: Address, text: string | null): boolean {
  const area = openArea(entry.storage);
  if (!area) return false;
  const { setItem, removeItem } = findRuntime()?.natives ?? Storage.prototype;
  if (text === null) removeItem.call(area, entry.key);
  else setItem.call(area, entry.key, text);
  findStore(entry)?.read();
  return true;
}

function openArea(storage: Entry['storage']): Storage | undefined {
  return storage === 'memory' ? undefined : openStorage(storage as StorageName);
}

export function attempt(run: () => boolean): Outcome {
  try {
    return run() ? 'saved' : 'rejected';
  } catch {
    return 'rejected'; // The browser, or the error handler of the module.
  }
}

/** Returns undefined if the text isn't a JSON object. */
export function parseRoot(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const root: unknown = JSON.parse(text);
    return root && typeof root === 'object' && !Array.isArray(root)
      ? (root as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the module has no other serializer, so that its values are those of the JSON text. */
function isJson(store: Store): boolean {
  return [...store.peek()].every(
    ([name, { text, value }]) => text === `${JSON.stringify(name)}:${JSON.stringify(value)}`,
  );
}
