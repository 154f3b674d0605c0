import type { TuffetStorage } from '@tuffet/hooks';
import {
  createNamedProxy,
  type Entry,
  itemsOf,
  type StorageItem,
  type Store,
  valueIn,
} from '@tuffet/hooks/adapter';
import { restoreSuffixedString, upperFirst } from '@tuffet/shared';
import React from 'react';
import type { StorageStates } from './types.js';
import { createView, useEntry, type View } from './use-entry.js';

type State = Readonly<Record<string, unknown>>;

/** The latest state of each property: components that show the same value share it. */
const cache = new WeakMap<StorageItem<unknown>, { entry: Entry; state: State }>();

function stateOf(store: Store, entry: Entry, name: string, isHydrating: boolean): State {
  const item = itemsOf(store)[name] as StorageItem<unknown>;
  const known = cache.get(item);
  if (known && known.entry.get(name) === entry.get(name)) return known.state;
  const suffix = upperFirst(name);
  const state = Object.fromEntries([
    [name, valueIn(entry, name, store.getInitial())],
    [`set${suffix}`, item.set],
    [`reset${suffix}`, item.reset],
    // While hydrating, the answer is the server's.
    [`contains${suffix}`, isHydrating ? () => entry.has(name) : item.exist],
  ]);
  if (!isHydrating) cache.set(item, { entry, state });
  return state;
}

/** A view that remembers which properties its component has read. */
interface Reader extends View {
  statesOf(entry: Entry): Record<string, State | undefined>;
}

function createReader(store: Store): Reader {
  const names = new Set<string>();
  let states: Record<string, State | undefined>;
  let made: Entry | undefined;
  const isSame = (shown: Entry, now: Entry) =>
    [...names].every((name) => shown.get(name) === now.get(name));

  function statesOf(entry: Entry) {
    if (made === entry) return states;
    made = entry;
    const isHydrating = entry !== reader.entry;
    states = createNamedProxy(
      () => [...new Map([...store.getInitial(), ...entry]).keys()].map((name) => `${name}State`),
      (key) => {
        const name = restoreSuffixedString(key, 'state');
        // What any object answers, so that it can be printed.
        if (name === key) return Object.prototype[key as never];
        names.add(name);
        return stateOf(store, entry, name, isHydrating);
      },
    );
    return states;
  }
  const reader = Object.assign(createView(store, isSame), { statesOf });
  return reader;
}

/** One `xxxState` per property; the component renders again when one it has read changes. */
export function useStorage<T>(storage: TuffetStorage<T>): StorageStates<T> {
  const { store } = storage.storageModule;
  const reader = React.useMemo(() => createReader(store), [store]);
  return reader.statesOf(useEntry(store, reader)) as unknown as StorageStates<T>;
}
