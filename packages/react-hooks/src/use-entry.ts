import { type Entry, isServer, type Store } from '@tuffet/hooks/adapter';
// React 16.8 has only a default export where Node loads it as an ES module.
import React from 'react';
import { forgetHydration, isHydratingLegacyRoot } from './legacy-hydration.js';

/** What one component shows of a store. */
export interface View {
  /** The latest entry; any other that `useEntry` gives is the server's, while hydrating. */
  entry: Entry;
  getSnapshot(): Entry;
  /** Below React 18: what is on the page. */
  shown?: Entry;
}

/** `isSame`: whether a component that shows one entry may go on now that there is another. */
export function createView(store: Store, isSame: (shown: Entry, now: Entry) => boolean): View {
  const view: View = {
    entry: store.read(),
    getSnapshot() {
      const now = store.read();
      if (now !== view.entry && !isSame(view.entry, now)) view.entry = now;
      return view.entry;
    },
  };
  return view;
}

/** The entry to render from. */
export function useEntry(store: Store, view: View): Entry {
  // This render shows the latest entry anyway: what it reads for the first time must not be stale.
  view.entry = store.read();
  return useSnapshot(store, view);
}

// Chosen once: a page has one React, so the order of hooks never changes.
const useSnapshot =
  'useSyncExternalStore' in React
    ? (store: Store, view: View) =>
        React.useSyncExternalStore(store.subscribe, view.getSnapshot, store.getInitial)
    : useLegacySnapshot;

/** React 16.8 and 17: the first render of a hydration shows the server's values, the next the stored. */
function useLegacySnapshot(store: Store, view: View): Entry {
  const [, rerender] = React.useReducer((n: number) => n + 1, 0);
  const entry = !view.shown && isHydratingLegacyRoot() ? store.getInitial() : view.entry;
  // On a server a layout effect only warns.
  const useEarlyEffect = isServer() ? React.useEffect : React.useLayoutEffect;
  useEarlyEffect(() => {
    forgetHydration();
    view.shown = entry;
  });
  useEarlyEffect(() => {
    const check = () => {
      if (view.getSnapshot() !== view.shown) rerender();
    };
    check();
    return store.subscribe(check);
  }, [view]);
  return entry;
}
