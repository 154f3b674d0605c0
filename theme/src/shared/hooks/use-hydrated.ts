import { useSyncExternalStore } from 'react';

const subscribe = () => () => {};

/** Whether scripts have taken over: before that, a control could not answer. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
