import {
  useStorageHelper as createHelper,
  type StorageHelper,
  type TuffetStorage,
} from '@tuffet/hooks';
import { type Entry, storeOf } from '@tuffet/hooks/adapter';
import type { ModuleKey } from '@tuffet/shared';
import React from 'react';
import { createView, useEntry } from './use-entry.ts';

function hasSameNames(shown: Entry, now: Entry): boolean {
  return shown.size === now.size && [...now.keys()].every((name) => shown.has(name));
}

/**
 * Returns methods that act on the whole module. The component re-renders when a property is added
 * to the entry or removed from it. `size` and `contains` are new functions then: React Compiler
 * caches what a function returns while the function stays the same.
 */
export function useStorageHelper<T>(storage: TuffetStorage<T>): StorageHelper<T> {
  const store = storeOf(storage);
  const [view, helper] = React.useMemo(
    () => [createView(store, hasSameNames), createHelper(storage)] as const,
    [storage, store],
  );
  const entry = useEntry(store, view);
  // During hydration the results match the server's HTML.
  if (entry !== view.entry) {
    return { ...helper, size: () => entry.size, contains: (key) => entry.has(key) };
  }
  if (!view.resultEntry || !hasSameNames(view.resultEntry, entry)) {
    view.result = {
      ...helper,
      size: () => helper.size(),
      contains: (key: ModuleKey<T>) => helper.contains(key),
    };
  }
  view.resultEntry = entry;
  return view.result as StorageHelper<T>;
}
