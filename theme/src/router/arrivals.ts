/** The event of the Navigation API. Without that API, it is dispatched on the window. */
export const ARRIVAL = 'navigatesuccess';

/** Whether the browser can change the address after the page has loaded. */
export const canNavigate = (): boolean =>
  'navigation' in window && 'NavigationPrecommitController' in window;

/** Calls a listener after each navigation between pages. */
export const onArrival = (listener: () => void, options?: AddEventListenerOptions): void =>
  (canNavigate() ? navigation : window).addEventListener(ARRIVAL, listener, options);
