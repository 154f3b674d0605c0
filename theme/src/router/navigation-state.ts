import { createStore, useStore } from './store';

/** What readers are told while a page is on its way, or did not come. */
export interface NavigationState {
  readonly status: 'idle' | 'loading' | 'offline' | 'failed';
  /** Goes to the page again that did not come. */
  retry(): void;
  /** Puts the message away. */
  dismiss(): void;
}

const dismiss = (): void => navigationState.set(IDLE);

const IDLE: NavigationState = { status: 'idle', retry: dismiss, dismiss };

export const navigationState = createStore<NavigationState>(IDLE);

export const setIdle = dismiss;

export const setLoading = (): void => navigationState.set({ ...IDLE, status: 'loading' });

export const setFailed = (retry: () => void): void =>
  // A browser that says it is online may be wrong; one that says it is offline is right.
  navigationState.set({ ...IDLE, status: navigator.onLine ? 'failed' : 'offline', retry });

export const useNavigationState = (): NavigationState => useStore(navigationState);
