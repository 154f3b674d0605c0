import { createStore, useStore } from './store';

/** Shown while a page loads, and if it can't be loaded. */
export interface NavigationState {
  readonly status: 'idle' | 'loading' | 'offline' | 'failed';
  /** Tries to load the page again. */
  retry(): void;
  dismiss(): void;
}

const dismiss = (): void => navigationState.set(IDLE);

const IDLE: NavigationState = { status: 'idle', retry: dismiss, dismiss };

export const navigationState = createStore<NavigationState>(IDLE);

export const setIdle = dismiss;

export const setLoading = (): void => navigationState.set({ ...IDLE, status: 'loading' });

export const setFailed = (retry: () => void): void =>
  // `onLine` may be wrong if it is true, but not if it is false.
  navigationState.set({ ...IDLE, status: navigator.onLine ? 'failed' : 'offline', retry });

export const useNavigationState = (): NavigationState => useStore(navigationState);
