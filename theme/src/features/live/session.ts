import type { LiveSample, Program, Start } from '@tuffet-live/frame/protocol';
import { isOther, SessionStore, type Visit } from './session-state';
import { type SessionOptions, SessionTabs } from './session-tabs';

/** An earlier visit that takes longer is cut off. */
const VISIT_MS = 5_000;

/**
 * A running sample: its documents, their storage and their output. It renders nothing. Methods that
 * the panel uses as callbacks are bound.
 */
export class Session {
  readonly #sample: LiveSample;
  readonly #store = new SessionStore();
  readonly #tabs: SessionTabs;
  #program: Program;
  /** Aborted by the next run, and by closing. */
  #current = new AbortController();
  #isVisiting = false;

  constructor(options: SessionOptions) {
    this.#sample = options.sample;
    this.#program = options.sample.program;
    this.#tabs = new SessionTabs(options, this.#store);
  }

  readonly getState = this.#store.get;
  readonly subscribe = this.#store.subscribe;

  /** Runs earlier visits with empty storage, then the program of the sample or another one. */
  async run(program = this.#sample.program): Promise<void> {
    this.#current.abort();
    this.#current = new AbortController();
    const { signal } = this.#current;
    this.#tabs.reset();
    this.#program = program;
    this.#store.startRun();
    this.#isVisiting = this.#sample.before.length > 0;
    if (this.#isVisiting) {
      await runEarlierVisits(this.#sample.before, this.#tabs, this.#store, signal);
      if (signal.aborted) {
        return;
      }
      this.#isVisiting = false;
    }
    await this.#tabs.open('first', program, this.#tabs.entries());
  }

  /** Opens a new document with the same storage. */
  readonly reload = (): void => this.#replace('reload', this.#program);

  readonly openOtherTab = (): void =>
    this.#replace('other-tab', this.#sample.otherTab ?? this.#program);

  readonly closeOtherTab = (): void => this.#tabs.close(isOther);

  readonly setColorMode = (mode: Start['colorMode']): void => this.#tabs.setColorMode(mode);

  close(): void {
    this.#current.abort();
    this.#tabs.close();
    this.#store.close();
  }

  /** Does nothing during earlier visits, when the program hasn't started yet. */
  #replace(visit: Visit, program: Program): void {
    if (!this.#isVisiting) {
      this.#tabs.close((other) => isOther(other) === isOther(visit));
      this.#store.change({ outcome: 'running', hasThrown: false });
      this.#tabs.open(visit, program, this.#tabs.entries(isOther(visit)));
    }
  }
}

/** Runs the programs of earlier visits one after another. */
async function runEarlierVisits(
  programs: readonly Program[],
  tabs: SessionTabs,
  store: SessionStore,
  signal: AbortSignal,
): Promise<void> {
  for (const program of programs) {
    await Promise.race([tabs.open('before', program, tabs.entries()), wait(VISIT_MS)]);
    if (signal.aborted) {
      return;
    }
    store.change({ earlier: store.get().documents[0]?.entries ?? [] });
    tabs.close();
  }
}

const wait = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));
