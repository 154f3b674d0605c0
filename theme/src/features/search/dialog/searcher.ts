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
  /** Whether there may be more results. */
  readonly hasMore: boolean;
  /** The query that was searched for instead of a misspelled one. */
  readonly corrected?: string | undefined;
  /** Whether a newer search has been pending for a while. */
  readonly isLate: boolean;
}

export interface Searcher {
  /** Searches after a pause, and cancels earlier searches. */
  ask(query: string, pause?: number): void;
  /** Adds results to those of the last search. */
  more(): void;
}

const NOTHING = { groups: [], hasMore: false, isLate: false };
export const UNASKED: Answer = { status: 'idle', query: '', ...NOTHING };

/** Runs one search at a time. A result stays until the next one, so that nothing flickers. */
export function createSearcher(engine: Search, onAnswer: (answer: Answer) => void): Searcher {
  let last = UNASKED;
  let pending = new AbortController();
  let steps = 1;

  function restart(): AbortController {
    pending.abort();
    pending = new AbortController();
    return pending;
  }

  function settle(answer: Answer): void {
    last = answer;
    onAnswer(answer);
  }

  async function run(query: string, { signal }: AbortController): Promise<void> {
    const report = (answer: Answer) => signal.aborted || settle(answer);
    const timer = setTimeout(() => report({ ...last, isLate: true }), LATE_MS);
    try {
      const found = await engine.search(query, signal, steps);
      report({ status: 'found', query, ...found, isLate: false });
    } catch {
      report({ status: 'failed', query, ...NOTHING });
    }
    clearTimeout(timer);
  }

  return {
    ask(text, pause = PAUSE_MS) {
      const current = restart();
      const query = text.trim();
      steps = 1;
      if (query === '') {
        settle(UNASKED);
        return;
      }
      const timer = setTimeout(run, pause, query, current);
      current.signal.addEventListener('abort', () => clearTimeout(timer));
    },
    more() {
      steps += 1;
      void run(last.query, restart());
    },
  };
}
