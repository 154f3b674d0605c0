/** As the Navigation API calls it, and fired on the window where it is not used. */
export const ARRIVAL = 'navigatesuccess';

/** Whether addresses can be held back until their page is there. */
export const canNavigate = (): boolean =>
  'navigation' in window && 'NavigationPrecommitController' in window;

/** Calls a listener whenever a page has been shown in place of another. */
export const onArrival = (listener: () => void, options?: AddEventListenerOptions): void =>
  (canNavigate() ? navigation : window).addEventListener(ARRIVAL, listener, options);
