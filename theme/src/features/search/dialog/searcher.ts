import type { Search, SearchGroup } from '../types';

/** The debounce interval while typing. */
export const PAUSE_MS = 50;

/** The loading message appears only after this time. */
export const LATE_MS = 300;

/** The state of a search. */
export interface Answer {
  readonly status: 'idle' | 'found' | 'failed';
  /** The trimmed query. */
  readonly query: string;
  readonly groups: readonly SearchGroup[];
  /** The query that was searched for instead of a misspelled one. */
  readonly corrected?: string | undefined;
  /** Whether a newer search has been pending for a while. */
  readonly isLate: boolean;
}

export interface Searcher {
  /** Searches after a pause, and cancels earlier searches. */
  ask(query: string, pause?: number): void;
}

export const UNASKED: Answer = { status: 'idle', query: '', groups: [], isLate: false };

/** Runs one search at a time. A result stays until the next one, so that nothing flickers. */
export function createSearcher(engine: Search, onAnswer: (answer: Answer) => void): Searcher {
  let last = UNASKED;
  let pending = new AbortController();

  function settle(answer: Answer): void {
    last = answer;
    onAnswer(answer);
  }

  async function run(query: string, { signal }: AbortController): Promise<void> {
    const report = (answer: Answer) => signal.aborted || settle(answer);
    const timer = setTimeout(() => report({ ...last, isLate: true }), LATE_MS);
    try {
      const found = await engine.search(query, signal);
      report({ status: 'found', query, ...found, isLate: false });
    } catch {
      report({ status: 'failed', query, groups: [], isLate: false });
    }
    clearTimeout(timer);
  }

  return {
    ask(text, pause = PAUSE_MS) {
      pending.abort();
      pending = new AbortController();
      const query = text.trim();
      if (query === '') {
        settle(UNASKED);
        return;
      }
      const timer = setTimeout(run, pause, query, pending);
      pending.signal.addEventListener('abort', () => clearTimeout(timer));
    },
  };
}
