import type { Store } from '@tuffet/core';
import { type Backups, backupsOf } from '@tuffet/core/backups';
import type { Entry } from '../inspector/entry.ts';
import { listStores } from './runtime.ts';

/** Returns the backups of a module, or none if the browser blocks its storage. */
export function backupsIn(store: Store): Backups {
  return backupsOf({ storageModule: { store } });
}

/** Returns the module that an entry is a backup of. */
export function findOwner({ storage, key }: Pick<Entry, 'storage' | 'key'>): Store | undefined {
  return listStores()
    .filter(({ type }) => type === storage)
    .find((store) => keysOfBackups(store).includes(key));
}

export function keysOfBackups(store: Store): string[] {
  try {
    return backupsIn(store)
      .list()
      .map(({ key }) => key);
  } catch {
    return []; // Storage fails at the moment.
  }
}
