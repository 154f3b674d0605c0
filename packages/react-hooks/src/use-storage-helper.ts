import {
  useStorageHelper as createHelper,
  type StorageHelper,
  type TuffetStorage,
} from '@tuffet/hooks';
import type { Entry } from '@tuffet/hooks/adapter';
import React from 'react';
import { createView, useEntry } from './use-entry.js';

function hasSameNames(shown: Entry, now: Entry): boolean {
  return shown.size === now.size && [...now.keys()].every((name) => shown.has(name));
}

/** The component renders again when a property appears in the entry or leaves it. */
export function useStorageHelper<T>(storage: TuffetStorage<T>): StorageHelper<T> {
  const { store } = storage.storageModule;
  const [view, helper] = React.useMemo(
    () => [createView(store, hasSameNames), createHelper(storage)] as const,
    [storage, store],
  );
  const entry = useEntry(store, view);
  if (entry === view.entry) return helper;
  // While hydrating, the answers are the server's.
  return { ...helper, size: () => entry.size, contains: (key) => entry.has(key) };
}
