import { type Entry, isServer, type Store } from '@tuffet/hooks/adapter';
// As an ES module in Node, React 16.8 has only a default export.
import React from 'react';
import { forgetHydration, isHydratingLegacyRoot } from './legacy-hydration.ts';

/** How one component uses a store. */
export interface View {
  /** The latest entry. During hydration `useEntry` returns another one: the initial values. */
  entry: Entry | undefined;
  /** Set during a render, which always uses the latest entry, so that no first read is stale. */
  isRendering: boolean;
  /** React calls getSnapshot in the hook, and again after the render. */
  isInHook: boolean;
  /** The properties that the component has read. */
  readonly names: string[];
  getSnapshot(): Entry;
  /** Below React 18: the entry of the last commit. */
  committed?: Entry;
  /** The last result of the hook, and the entry that it was created from. */
  result?: object;
  resultEntry?: Entry;
  /** The input for the latest result. */
  source?: { isSettled: boolean };
}

const recentlyRead = new Set<Store>();

/** Reads storage at most once per task, no matter how many components render in it. */
export function readOnce(store: Store): Entry {
  if (recentlyRead.has(store)) return store.peek();
  recentlyRead.add(store);
  queueMicrotask(() => recentlyRead.delete(store));
  return store.read();
}

/** Returns whether a component that shows one entry doesn't have to re-render for another. */
export type IsSame = (shown: Entry, now: Entry, names: readonly string[]) => boolean;

export function createView(store: Store, isSame: IsSame): View {
  const view: View = {
    entry: undefined,
    isRendering: true,
    isInHook: false,
    names: [],
    getSnapshot() {
      if (view.source && !view.isInHook) view.source.isSettled = true;
      const { entry, isRendering, names } = view;
      // Between renders only notifications matter: the cached entry includes them.
      const now = isRendering ? readOnce(store) : store.peek();
      view.isRendering = false;
      if (entry && (entry === now || (!isRendering && isSame(entry, now, names)))) return entry;
      view.entry = now;
      return now;
    },
  };
  return view;
}

/** Returns the entry to render. */
export function useEntry(store: Store, view: View): Entry {
  view.isRendering = true;
  view.isInHook = true;
  const entry = useSnapshot(store, view);
  view.isInHook = false;
  return entry;
}

// Chosen once: a page has one React, so the order of hooks never changes.
const useSnapshot =
  'useSyncExternalStore' in React
    ? (store: Store, view: View) =>
        React.useSyncExternalStore(store.subscribe, view.getSnapshot, store.getInitial)
    : useLegacySnapshot;

/** For React 16.8 and 17. The first render of a hydration uses the initial values. */
function useLegacySnapshot(store: Store, view: View): Entry {
  const [, rerender] = React.useReducer((n: number) => n + 1, 0);
  const entry =
    !view.committed && isHydratingLegacyRoot() ? store.getInitial() : view.getSnapshot();
  // A layout effect logs a warning during SSR.
  const useEarlyEffect = isServer() ? React.useEffect : React.useLayoutEffect;
  useEarlyEffect(() => {
    forgetHydration();
    view.committed = entry;
  });
  useEarlyEffect(() => {
    const check = () => {
      if (view.getSnapshot() !== view.committed) rerender();
    };
    check();
    return store.subscribe(check);
  }, [view]);
  return entry;
}
