import { useSyncExternalStore } from 'react';

const subscribe = () => () => {};

/** False until hydration, while controls don't work yet. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
