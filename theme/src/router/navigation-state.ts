import { useSyncExternalStore } from 'react';

/** Shown while a page loads, and if it can't be loaded. */
export interface NavigationState {
  readonly status: 'idle' | 'loading' | 'offline' | 'failed';
  /** Tries to load the page again. */
  retry(): void;
  dismiss(): void;
}

export const setIdle = (): void => set(IDLE);

const IDLE: NavigationState = { status: 'idle', retry: setIdle, dismiss: setIdle };
const listeners = new Set<() => void>();
let state = IDLE;

export const getNavigationState = (): NavigationState => state;

function set(next: NavigationState): void {
  state = next;
  for (const listener of listeners) {
    listener();
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const setLoading = (): void => set({ ...IDLE, status: 'loading' });

export const setFailed = (retry: () => void, dismiss = setIdle): void =>
  // `onLine` may be wrong if it is true, but not if it is false.
  set({ status: navigator.onLine ? 'failed' : 'offline', retry, dismiss });

/** Waits until no page is loading. */
export const waitUntilIdle = (): Promise<void> =>
  new Promise((resolve) => {
    const check = (): void => {
      if (state.status !== 'loading') {
        listeners.delete(check);
        resolve();
      }
    };
    listeners.add(check);
    check();
  });

export const useNavigationState = (): NavigationState =>
  useSyncExternalStore(subscribe, getNavigationState, () => IDLE);
