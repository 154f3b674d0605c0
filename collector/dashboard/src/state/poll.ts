import { load, Problem } from './api.ts';

const FIRST_RETRY_MS = 3_000;
const LONGEST_RETRY_MS = 60_000;

interface Hearing<T> {
  readonly onAnswer: (value: T) => void;
  readonly onProblem: (problem: Problem) => void;
}

const problemOf = (error: unknown): Problem =>
  error instanceof Problem ? error : new Problem('away', String(error));

/** Whether the same question may have an answer later. */
const isPassing = ({ kind }: Problem): boolean => kind === 'away' || kind === 'database';

/**
 * Asks now and at intervals, as long as somebody looks; after a failure sooner, then ever more
 * rarely. Returns what ends it.
 */
export function poll<T>(path: string, everyMs: number, hearing: Hearing<T>): () => void {
  const end = new AbortController();
  let timer = 0;
  let retryMs = FIRST_RETRY_MS;

  function onAnswer(value: T): number {
    retryMs = FIRST_RETRY_MS;
    hearing.onAnswer(value);
    return everyMs;
  }

  function onProblem(problem: Problem): number | undefined {
    hearing.onProblem(problem);
    const waitMs = retryMs;
    retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
    return isPassing(problem) ? waitMs : undefined;
  }

  async function ask(): Promise<void> {
    clearTimeout(timer);
    if (document.hidden) {
      return; // The next look asks.
    }
    const answer = await load<T>(path).then(
      (value) => () => onAnswer(value),
      (error) => () => onProblem(problemOf(error)),
    );
    const waitMs = end.signal.aborted ? undefined : answer();
    if (waitMs !== undefined) {
      timer = window.setTimeout(ask, waitMs);
    }
  }

  ask();
  document.addEventListener('visibilitychange', ask, { signal: end.signal });
  return () => {
    end.abort();
    clearTimeout(timer);
  };
}
