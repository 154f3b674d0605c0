import { type Entry, isServer, type Store } from '@tuffet/hooks/adapter';
// React 16.8 has only a default export where Node loads it as an ES module.
import React from 'react';
import { forgetHydration, isHydratingLegacyRoot } from './legacy-hydration.ts';

/** What one component shows of a store. */
export interface View {
  /** The latest entry; any other that `useEntry` gives is the server's, while hydrating. */
  entry: Entry | undefined;
  /** Set by a render: it shows the latest entry anyway, so that no first read is stale. */
  isRendering: boolean;
  /** The properties that the component has read. */
  readonly names: string[];
  getSnapshot(): Entry;
  /** Below React 18: what is on the page. */
  shown: Entry | undefined;
  /** For `useStorage`: what it made, and of which entry. */
  states: object | undefined;
  made: Entry | undefined;
}

const looked = new Set<Store>();

/** The stored entry. However many components render in a turn, storage is looked at once. */
function look(store: Store): Entry {
  if (looked.has(store)) return store.peek();
  looked.add(store);
  queueMicrotask(() => looked.delete(store));
  return store.read();
}

/** Whether a component that shows one entry may go on now that there is another. */
export type IsSame = (shown: Entry, now: Entry, names: readonly string[]) => boolean;

export function createView(store: Store, isSame: IsSame): View {
  const view: View = {
    entry: undefined,
    isRendering: true,
    names: [],
    shown: undefined,
    states: undefined,
    made: undefined,
    getSnapshot() {
      const { entry, isRendering, names } = view;
      // Between renders only what was told of counts, and that the store knows without a look.
      const now = isRendering ? look(store) : store.peek();
      view.isRendering = false;
      if (entry && (entry === now || (!isRendering && isSame(entry, now, names)))) return entry;
      view.entry = now;
      return now;
    },
  };
  return view;
}

/** The entry to render from. */
export function useEntry(store: Store, view: View): Entry {
  view.isRendering = true;
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
  const entry = !view.shown && isHydratingLegacyRoot() ? store.getInitial() : view.getSnapshot();
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
