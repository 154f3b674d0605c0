import type { TuffetStorage } from '@tuffet/hooks';
import { type Entry, type Store, valueIn } from '@tuffet/hooks/adapter';
import { restoreSuffixedString, upperFirst } from '@tuffet/shared';
import React from 'react';
import type { StorageStates } from './types.js';
import { createView, type IsSame, useEntry, type View } from './use-entry.js';

type State = Readonly<Record<string, unknown>>;

/** A property as some component has shown it. */
interface Shown {
  readonly name: string;
  readonly cell: unknown;
  readonly state: State;
}

/** The states of one entry, for one component. */
interface Page {
  readonly store: Store;
  readonly view: View;
  readonly entry: Entry;
  readonly isHydrating: boolean;
}

/** By `xxxState`: components that show the same value share a state. */
const knownByStore = new WeakMap<Store, Map<string, Shown>>();

function knownOf(store: Store): Map<string, Shown> {
  let known = knownByStore.get(store);
  if (!known) {
    known = new Map();
    knownByStore.set(store, known);
  }
  return known;
}

const isSame: IsSame = (shown, now, names) =>
  names.every((name) => shown.get(name) === now.get(name));

/** What stays the same from render to render, and a place for the value. */
function createState(store: Store, name: string): State {
  const suffix = upperFirst(name);
  const commit = (value: unknown) => store.commit({ [name]: value });
  return {
    [name]: undefined,
    [`set${suffix}`]: (value: unknown) =>
      commit(
        typeof value === 'function'
          ? value(valueIn(store.read(), name, store.getInitial()))
          : value,
      ),
    [`reset${suffix}`]: () => commit(store.getInitial().get(name)?.value),
    [`contains${suffix}`]: () => store.read().has(name),
  };
}

function stateOf({ store, view, entry, isHydrating }: Page, key: string): State | undefined {
  const { names } = view;
  const known = knownOf(store);
  const last = known.get(key);
  const name = last?.name ?? restoreSuffixedString(key, 'state');
  // What any object answers, so that it can be printed.
  if (name === key) return Object.prototype[key as never];
  if (!names.includes(name)) names.push(name);
  const cell = entry.get(name);
  if (last && last.cell === cell) return last.state;
  const state = {
    ...(last?.state ?? createState(store, name)),
    [name]: valueIn(entry, name, store.getInitial()),
  };
  // While hydrating, the answer is the server's.
  if (isHydrating) return { ...state, [`contains${upperFirst(name)}`]: () => !!cell };
  known.set(key, { name, cell, state });
  return state;
}

const keysOf = ({ store, entry }: Page) =>
  [...new Map([...store.getInitial(), ...entry]).keys()].map((name) => `${name}State`);

// One for all components: mounting one makes no functions for this.
const handler: ProxyHandler<Page> = {
  get: (page, key) => (typeof key === 'string' ? stateOf(page, key) : undefined),
  has: (page, key) => keysOf(page).includes(key as string),
  ownKeys: keysOf,
  getOwnPropertyDescriptor: (page, key) =>
    keysOf(page).includes(key as string)
      ? { value: stateOf(page, key as string), enumerable: true, configurable: true }
      : undefined,
};

/** One `xxxState` per property; the component renders again when one it has read changes. */
export function useStorage<T>(storage: TuffetStorage<T>): StorageStates<T> {
  const { store } = storage.storageModule;
  const view = React.useMemo(() => createView(store, isSame), [store]);
  const entry = useEntry(store, view);
  if (view.made !== entry) {
    view.made = entry;
    view.states = new Proxy({ store, view, entry, isHydrating: entry !== view.entry }, handler);
  }
  return view.states as StorageStates<T>;
}
