import { isServer } from '@tuffet/hooks/adapter';
import React from 'react';
import { forgetHydration, isHydratingLegacyRoot } from './legacy-hydration.ts';

/**
 * Returns false during SSR and hydration, while components show initial values. Returns true as soon
 * as they show the stored values, also in the first render of a component that isn't hydrated.
 */
export function useHydrated(): boolean {
  return useFlag();
}

const subscribe = () => () => {};

// Chosen once: a page has one React, so the order of hooks never changes.
const useFlag =
  'useSyncExternalStore' in React
    ? () =>
        React.useSyncExternalStore(
          subscribe,
          () => true,
          () => false,
        )
    : useLegacyFlag;

/** For React 16.8 and 17. */
function useLegacyFlag(): boolean {
  const [isHydrated, setHydrated] = React.useState(() => !isServer() && !isHydratingLegacyRoot());
  // A layout effect logs a warning during SSR.
  const useEarlyEffect = isServer() ? React.useEffect : React.useLayoutEffect;
  useEarlyEffect(() => {
    forgetHydration();
    setHydrated(true);
  }, []);
  return isHydrated;
}
