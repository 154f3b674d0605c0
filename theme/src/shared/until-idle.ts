/** For browsers without `requestIdleCallback`. */
const IDLE_DELAY_MS = 200;

export const untilIdle = (): Promise<unknown> =>
  new Promise((resolve) =>
    'requestIdleCallback' in window
      ? requestIdleCallback(resolve)
      : setTimeout(resolve, IDLE_DELAY_MS),
  );
