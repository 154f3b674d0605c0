import type { TuffetStorage } from '@tuffet/hooks';
import { createNamedProxy, type Entry, type Store, valueIn } from '@tuffet/hooks/adapter';
import { restoreSuffixedString, upperFirst } from '@tuffet/shared';
import React from 'react';
import type { StorageStates } from './types.js';
import { createView, useEntry, type View } from './use-entry.js';

type State = Readonly<Record<string, unknown>>;

/** A property as some component has shown it. */
interface Shown {
  readonly cell: unknown;
  readonly state: State;
}

/** By store and name: components that show the same value share one state. */
const shown = new WeakMap<Store, Map<string, Shown>>();

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

function stateOf(store: Store, entry: Entry, name: string, isHydrating: boolean): State {
  const known = shown.get(store) ?? new Map<string, Shown>();
  shown.set(store, known);
  const last = known.get(name);
  const cell = entry.get(name);
  if (last && last.cell === cell) return last.state;
  const state = {
    ...(last?.state ?? createState(store, name)),
    [name]: valueIn(entry, name, store.getInitial()),
  };
  // While hydrating, the answer is the server's.
  if (isHydrating) return { ...state, [`contains${upperFirst(name)}`]: () => !!cell };
  known.set(name, { cell, state });
  return state;
}

type States = Readonly<Record<string, State | undefined>>;

/** What one component has read of a store, and the states it was given for the entry it shows. */
interface Reader {
  readonly view: View;
  statesOf(entry: Entry): States;
}

function createReader(store: Store): Reader {
  const names = new Set<string>();
  let made: Entry | undefined;
  let states: States;
  const view = createView(store, (before, now) =>
    [...names].every((name) => before.get(name) === now.get(name)),
  );

  function statesOf(entry: Entry): States {
    if (made === entry) return states;
    made = entry;
    const isHydrating = entry !== view.entry;
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

  return { view, statesOf };
}

/** One `xxxState` per property; the component renders again when one it has read changes. */
export function useStorage<T>(storage: TuffetStorage<T>): StorageStates<T> {
  const { store } = storage.storageModule;
  const { view, statesOf } = React.useMemo(() => createReader(store), [store]);
  return statesOf(useEntry(store, view)) as unknown as StorageStates<T>;
}
