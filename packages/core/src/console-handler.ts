import type { ErrorHandler } from './errors.ts';

/** In milliseconds. A full storage fails at every keystroke of a form that saves as the user types. */
const QUOTA_INTERVAL = 5000;

/** The default handler of one module: prints every error, but `quota` once per interval. */
export function createConsoleHandler(): ErrorHandler {
  let quietUntil = 0;
  return (error) => {
    if (error.code === 'quota') {
      const now = performance.now();
      if (now < quietUntil) return;
      quietUntil = now + QUOTA_INTERVAL;
    }
    console.error(error);
  };
}
