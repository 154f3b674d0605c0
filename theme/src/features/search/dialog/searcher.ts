import type { Search, SearchGroup } from '../types';

/** Typing that goes on within this time is one question. */
export const PAUSE_MS = 50;

/** Readers are told that an answer is on its way only when they have to wait for it. */
export const LATE_MS = 300;

/** What is known about a question. */
export interface Answer {
  readonly status: 'idle' | 'found' | 'failed';
  /** What was asked, without spaces around it. */
  readonly query: string;
  readonly groups: readonly SearchGroup[];
  /** Whether a newer question has been waiting for its answer for a while. */
  readonly isLate: boolean;
}

export interface Searcher {
  /** Asks after a pause, in place of everything that was asked before. */
  ask(query: string, pause?: number): void;
}

export const UNASKED: Answer = { status: 'idle', query: '', groups: [], isLate: false };

/**
 * Asks one question at a time, and forgets answers to older ones. An answer stays until there is
 * another, so that nothing flickers.
 */
export function createSearcher(engine: Search, onAnswer: (answer: Answer) => void): Searcher {
  let last = UNASKED;
  let pending = new AbortController();

  function settle(answer: Answer): void {
    last = answer;
    onAnswer(answer);
  }

  async function run(query: string, { signal }: AbortController): Promise<void> {
    const tell = (answer: Answer) => signal.aborted || settle(answer);
    const timer = setTimeout(() => tell({ ...last, isLate: true }), LATE_MS);
    try {
      const groups = await engine.search(query, signal);
      tell({ status: 'found', query, groups, isLate: false });
    } catch {
      tell({ status: 'failed', query, groups: [], isLate: false });
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
