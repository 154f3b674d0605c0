import type { ErrorHandler } from './errors.ts';

/** A form that saves while the user types fails at every keystroke if storage is full. */
const QUOTA_INTERVAL_MS = 5000;

/** Creates the default handler of a module: logs every error, but `quota` once per interval. */
export function createConsoleHandler(): ErrorHandler {
  let quietUntil = 0;
  return (error) => {
    if (error.code === 'quota') {
      const now = performance.now();
      if (now < quietUntil) return;
      quietUntil = now + QUOTA_INTERVAL_MS;
    }
    console.error(error);
  };
}
