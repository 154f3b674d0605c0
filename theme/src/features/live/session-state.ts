import type { Entry } from '@tuffet/devtools/inspector';
import type { FromFrame, Level } from '@tuffet-live/frame/protocol';

/** Earlier lines are dropped. */
export const MAX_LINES = 300;
/** Subscribers are notified at most this often. */
const NOTIFY_MS = 16;

/** How a document was opened. */
export type Visit = 'before' | 'first' | 'reload' | 'other-tab';

export const isOther = (visit: Visit): boolean => visit === 'other-tab';

export interface Line {
  /** In the order of arrival. */
  readonly id: number;
  readonly level: Level;
  readonly text: string;
  readonly link?: string;
  readonly visit: Visit;
}

/** A document that is open. */
export interface OpenDocument {
  readonly id: number;
  readonly visit: Visit;
  /** To be added to the page. */
  readonly frame: HTMLIFrameElement;
  /** The height of its content in pixels; 0 while there is nothing to see. */
  readonly height: number;
  /** Its stored entries; undefined until the first report. */
  readonly entries?: readonly Entry[];
}

export type Outcome = 'running' | 'done' | 'loop' | 'memory' | 'removed';

export interface SessionState {
  /** Counts the runs. */
  readonly run: number;
  readonly outcome: Outcome;
  /** Whether an error was thrown and not caught. */
  readonly hasThrown: boolean;
  readonly documents: readonly OpenDocument[];
  /** The entries at the end of the earlier visits. */
  readonly earlier: readonly Entry[];
  readonly lines: readonly Line[];
  /** How many earlier lines were dropped. */
  readonly forgotten: number;
}

const NEW: SessionState = {
  run: 0,
  outcome: 'done',
  hasThrown: false,
  documents: [],
  earlier: [],
  lines: [],
  forgotten: 0,
};

/** The state of a session, and its subscribers. */
export class SessionStore {
  readonly #listeners = new Set<() => void>();
  #state = NEW;
  #lines = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  get = (): SessionState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Several changes within a short time cause one notification. */
  change(next: Partial<SessionState>): void {
    this.#state = { ...this.#state, ...next };
    this.#timer ??= setTimeout(() => this.notify(), NOTIFY_MS);
  }

  notify(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const listener of this.#listeners) {
      listener();
    }
  }

  startRun(): void {
    this.change({ ...NEW, run: this.#state.run + 1, outcome: 'running' });
  }

  /** Ends the run, except for an earlier visit. A program that was stopped stays stopped. */
  finish(visit: Visit, outcome: Outcome): void {
    if (visit !== 'before' && (outcome !== 'done' || this.#state.outcome === 'running')) {
      this.change({ outcome });
    }
  }

  addLine(visit: Visit, { level, text, link }: FromFrame & { type: 'line' }): void {
    const { lines: before, forgotten, hasThrown } = this.#state;
    this.#lines += 1;
    const line: Line = { id: this.#lines, level, text, visit, ...(link ? { link } : {}) };
    const lines = [...before.slice(1 - MAX_LINES), line];
    this.change({
      lines,
      forgotten: forgotten + before.length + 1 - lines.length,
      hasThrown: hasThrown || (level === 'uncaught' && visit !== 'before'),
    });
  }

  close(): void {
    this.#listeners.clear();
    clearTimeout(this.#timer);
  }
}
