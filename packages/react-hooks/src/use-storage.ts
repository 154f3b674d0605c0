import type { TuffetStorage } from '@tuffet/hooks';
import { type Entry, type Store, storeOf, valueIn } from '@tuffet/hooks/adapter';
import { createProxy, upperFirst } from '@tuffet/shared';
import React from 'react';
import type { StorageStates } from './types.ts';
import { createView, type IsSame, readOnce, useEntry, type View } from './use-entry.ts';

type State = Readonly<Record<string, unknown>>;

/** A property that a component has read. */
interface Property {
  readonly name: string;
  readonly setters: State;
  /** The latest state, and the cell that it was created from; undefined during hydration. */
  state?: State;
  cell?: unknown;
}

/** The input for the states of one render. */
interface Source {
  readonly store: Store;
  readonly view: View;
  readonly entry: Entry;
  readonly isHydrating: boolean;
  /** The properties that the render has read. */
  readonly names: string[];
  /** The render has ended: properties that it hasn't read are read from the store, for example by a handler. */
  isSettled: boolean;
}

/** By `xxxState`. Components that show the same value share a state. */
const propertiesByStore = new WeakMap<Store, Map<string, Property>>();

function propertiesOf(store: Store): Map<string, Property> {
  const properties = propertiesByStore.get(store) ?? new Map<string, Property>();
  propertiesByStore.set(store, properties);
  return properties;
}

const isSame: IsSame = (shown, now, names) =>
  names.every((name) => shown.get(name) === now.get(name));

/** Creates the functions that stay the same from render to render. */
function createSetters(store: Store, name: string): State {
  const suffix = upperFirst(name);
  const commit = (value: unknown) => store.commit({ [name]: value });
  return {
    [`set${suffix}`]: (value: unknown) =>
      commit(typeof value === 'function' ? value(valueIn(store, name)) : value),
    [`reset${suffix}`]: () => commit(store.getInitial().get(name)?.value),
  };
}

/** Records that a property is read. Returns the input for its state. */
function track(source: Source, name: string): Source {
  const { store, view, names } = source;
  if (!view.names.includes(name)) view.names.push(name);
  if (names.includes(name)) return source;
  if (source.isSettled) return { ...source, entry: readOnce(store), isHydrating: false };
  names.push(name);
  return source;
}

function stateOf(source: Source, key: string): State | undefined {
  const { store } = source;
  const properties = propertiesOf(store);
  const known = properties.get(key);
  const name = known?.name ?? key.replace(/State$/, '');
  // Methods of every object, such as toString, so that it can be logged.
  if (name === key) return Object.prototype[key as never];
  const { entry, isHydrating } = track(source, name);
  const property = known ?? { name, setters: createSetters(store, name) };
  if (!known) properties.set(key, property);

  const { state, cell: lastCell } = property;
  const cell = entry.get(name);
  const value = valueIn(store, name, entry);
  // Hot reload can change the default of a property that isn't stored.
  if (state && lastCell === cell && Object.is(state[name], value)) return state;
  const checker = `contains${upperFirst(name)}`;
  const createState = (contains: unknown): State => ({
    [name]: value,
    ...property.setters,
    [checker]: contains,
  });
  // During hydration the result matches the server's HTML.
  if (isHydrating) return createState(() => !!cell);
  // A new result needs a new function: React Compiler caches what the old one returned.
  const isSameResult = state && !lastCell === !cell;
  property.cell = cell;
  property.state = createState(isSameResult ? state[checker] : () => store.read().has(name));
  return property.state;
}

const keysOf = ({ store, entry }: Source) =>
  [...new Map([...store.getDefaults(), ...entry]).keys()].map((name) => `${name}State`);

// Shared by all components, so that mounting one creates no functions.
const handler: ProxyHandler<Source> = {
  get: (source, key) => (typeof key === 'string' ? stateOf(source, key) : undefined),
  has: (source, key) => keysOf(source).includes(key as string),
  ownKeys: keysOf,
  getOwnPropertyDescriptor: (source, key) =>
    keysOf(source).includes(key as string)
      ? { value: stateOf(source, key as string), enumerable: true, configurable: true }
      : undefined,
};

/** Returns one `xxxState` per property. Re-renders when a property that was read changes. */
export function useStorage<T>(storage: TuffetStorage<T>): StorageStates<T> {
  const store = storeOf(storage);
  const view = React.useMemo(() => createView(store, isSame), [store]);
  const entry = useEntry(store, view);
  if (view.resultEntry !== entry) {
    view.resultEntry = entry;
    const isHydrating = entry !== view.entry;
    const source: Source = { store, view, entry, isHydrating, names: [], isSettled: false };
    view.source = source;
    view.result = createProxy(source, handler);
  }
  return view.result as StorageStates<T>;
}
