import { load, type Problem } from './api.ts';

const FIRST_RETRY_MS = 3_000;
const LONGEST_RETRY_MS = 60_000;

interface Handlers<T> {
  readonly onValue: (value: T) => void;
  readonly onProblem: (problem: Problem) => void;
}

/** Whether a retry can succeed. */
const isTemporary = ({ kind }: Problem): boolean => kind === 'away' || kind === 'database';

/**
 * Loads a path now and then periodically, while the tab is visible. After a failure, retries
 * earlier, with exponential backoff. Returns a function that stops polling.
 */
export function poll<T>(path: string, everyMs: number, handlers: Handlers<T>): () => void {
  const end = new AbortController();
  let timer = 0;
  let retryMs = FIRST_RETRY_MS;

  function onValue(value: T): number {
    retryMs = FIRST_RETRY_MS;
    handlers.onValue(value);
    return everyMs;
  }

  function onProblem(problem: Problem): number | undefined {
    handlers.onProblem(problem);
    const waitMs = retryMs;
    retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
    return isTemporary(problem) ? waitMs : undefined;
  }

  async function run(): Promise<void> {
    clearTimeout(timer);
    if (document.hidden) {
      return; // `visibilitychange` calls this function again
    }
    const settle = await load<T>(path).then(
      (value) => () => onValue(value),
      (problem: Problem) => () => onProblem(problem),
    );
    const waitMs = end.signal.aborted ? undefined : settle();
    if (waitMs !== undefined) {
      timer = window.setTimeout(run, waitMs);
    }
  }

  run();
  document.addEventListener('visibilitychange', run, { signal: end.signal });
  return () => {
    end.abort();
    clearTimeout(timer);
  };
}
