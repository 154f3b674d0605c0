import type { TuffetStorage } from '@tuffet/hooks';
import { type Entry, type Store, storeOf, valueIn } from '@tuffet/hooks/adapter';
import { createProxy, restoreSuffixedString, upperFirst } from '@tuffet/shared';
import React from 'react';
import type { StorageStates } from './types.ts';
import { createView, type IsSame, useEntry, type View } from './use-entry.ts';

type State = Readonly<Record<string, unknown>>;

/** A property that some component has read. */
interface Property {
  readonly name: string;
  readonly setters: State;
  /** The latest state, and the cell it was made from; none while components only hydrate. */
  state?: State;
  cell?: unknown;
}

/** The states of one entry, for one component. */
interface Page {
  readonly store: Store;
  readonly view: View;
  readonly entry: Entry;
  readonly isHydrating: boolean;
}

/** By `xxxState`: components that show the same value share a state. */
const knownByStore = new WeakMap<Store, Map<string, Property>>();

function knownOf(store: Store): Map<string, Property> {
  let known = knownByStore.get(store);
  if (!known) {
    known = new Map();
    knownByStore.set(store, known);
  }
  return known;
}

const isSame: IsSame = (shown, now, names) =>
  names.every((name) => shown.get(name) === now.get(name));

/** The functions that stay the same from render to render. */
function createSetters(store: Store, name: string): State {
  const suffix = upperFirst(name);
  const commit = (value: unknown) => store.commit({ [name]: value });
  return {
    [`set${suffix}`]: (value: unknown) =>
      commit(
        typeof value === 'function'
          ? value(valueIn(store.read(), name, store.getInitial()))
          : value,
      ),
    [`reset${suffix}`]: () => commit(store.getInitial().get(name)?.value),
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
  const property = last ?? { name, setters: createSetters(store, name) };
  if (!last) known.set(key, property);

  const { state, cell: lastCell } = property;
  const cell = entry.get(name);
  if (state && lastCell === cell) return state;
  const checker = `contains${upperFirst(name)}`;
  const createState = (contains: unknown): State => ({
    [name]: valueIn(entry, name, store.getInitial()),
    ...property.setters,
    [checker]: contains,
  });
  // While hydrating, the answer is the server's.
  if (isHydrating) return createState(() => !!cell);
  // A new answer needs a new function: React Compiler caches what the old one returned.
  const isSameAnswer = state && !lastCell === !cell;
  property.cell = cell;
  property.state = createState(isSameAnswer ? state[checker] : () => store.read().has(name));
  return property.state;
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

/** Returns one `xxxState` per property. Re-renders when a property that was read changes. */
export function useStorage<T>(storage: TuffetStorage<T>): StorageStates<T> {
  const store = storeOf(storage);
  const view = React.useMemo(() => createView(store, isSame), [store]);
  const entry = useEntry(store, view);
  if (view.made !== entry) {
    view.made = entry;
    view.states = createProxy({ store, view, entry, isHydrating: entry !== view.entry }, handler);
  }
  return view.states as StorageStates<T>;
}
