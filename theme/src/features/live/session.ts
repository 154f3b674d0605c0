import type {
  FromFrame,
  Level,
  LiveSample,
  Program,
  Start,
  StoredEntry,
} from '@tuffet-live/frame/protocol';
import type { Entry } from '@tuffet-live/inspector';
import { createSharedStorage } from './shared-storage';
import { openTab, type Tab } from './tab';

/** Earlier lines are forgotten. */
export const MAX_LINES = 300;
/** An earlier visit that takes longer is left as it is. */
const VISIT_MS = 5_000;
/** Those who look are told this often, at most. */
const TELL_MS = 16;

/** How a document came to be opened. */
export type Visit = 'before' | 'first' | 'reload' | 'other-tab';

export interface Line {
  /** In the order in which they came. */
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
  /** To be put into the page. */
  readonly frame: HTMLIFrameElement;
  /** How high its content is; 0 while there is nothing to see. */
  readonly height: number;
  /** What it has stored; nothing until it has told. */
  readonly entries?: readonly Entry[];
}

export type Outcome = 'running' | 'done' | 'loop' | 'memory' | 'removed';

export interface SessionState {
  /** Counts the runs; 0 when there was none. */
  readonly run: number;
  readonly outcome: Outcome;
  /** Whether an error was thrown that nobody caught. */
  readonly hasThrown: boolean;
  readonly documents: readonly OpenDocument[];
  /** What was stored at the end of the earlier visits. */
  readonly earlier: readonly Entry[];
  readonly lines: readonly Line[];
  /** How many earlier lines are forgotten. */
  readonly forgotten: number;
}

export interface Session {
  getState(): SessionState;
  subscribe(listener: () => void): () => void;
  /** From the beginning: empty storage, earlier visits, then the program or another one. */
  run(program?: Program): Promise<void>;
  /** A new document over the same storage. */
  reload(): void;
  openOtherTab(): void;
  closeOtherTab(): void;
  setColorMode(mode: Start['colorMode']): void;
  close(): void;
}

export interface SessionOptions extends Pick<Start, 'language' | 'colorMode'> {
  readonly sample: LiveSample;
  /** What frames are called. */
  readonly title: string;
}

type OpenTab = Tab & { document: OpenDocument };

const NEW: SessionState = {
  run: 0,
  outcome: 'done',
  hasThrown: false,
  documents: [],
  earlier: [],
  lines: [],
  forgotten: 0,
};

/** A sample that runs: its documents, what they store, and what they say. It shows nothing. */
export function createSession({ sample, title, language, colorMode }: SessionOptions): Session {
  const listeners = new Set<() => void>();
  const shared = createSharedStorage();
  let state = NEW;
  let mode = colorMode;
  let program = sample.program;
  let tabs: OpenTab[] = [];
  /** What the session storage of the first tab holds; other tabs have their own. */
  let session: StoredEntry[] = [];
  /** Counts what takes its time; whatever is not of the last one has been overtaken. */
  let turn = 0;
  let isVisiting = false;
  let count = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Several changes of one moment are told once. */
  function change(next: Partial<SessionState>): void {
    state = { ...state, ...next };
    timer ??= setTimeout(tell, TELL_MS);
  }

  function tell(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const listener of listeners) {
      listener();
    }
  }

  const showTabs = (): void => change({ documents: tabs.map(({ document }) => document) });

  function open(visit: Visit, run: Program, entries: readonly StoredEntry[]): Promise<void> {
    return new Promise((resolve) => {
      const opened = openTab({
        address: sample.frame,
        title,
        start: { type: 'start', program: run, entries, language, colorMode: mode },
        onMessage(message) {
          take(tab, message);
          if (message.type === 'done' || message.type === 'stopped') {
            resolve();
          }
        },
        onEnd() {
          remove(tab);
          resolve();
        },
      });
      count += 1;
      const document = { id: count, visit, frame: opened.frame, height: 0 };
      const tab: OpenTab = { ...opened, document };
      tabs = [...tabs, tab];
      shared.join(tab);
      showTabs();
      tell();
    });
  }

  function drop(tab: OpenTab): void {
    tab.close();
    shared.leave(tab);
    tabs = tabs.filter((one) => one !== tab);
    showTabs();
  }

  function remove(tab: OpenTab): void {
    drop(tab);
    conclude(tab, 'removed');
  }

  /** An earlier visit is not the end of it, and what was stopped stays so. */
  function conclude({ document }: OpenTab, outcome: Outcome): void {
    if (document.visit !== 'before' && (outcome !== 'done' || state.outcome === 'running')) {
      change({ outcome });
    }
  }

  function update(tab: OpenTab, next: Partial<OpenDocument>): void {
    tab.document = { ...tab.document, ...next };
    showTabs();
  }

  function take(tab: OpenTab, message: FromFrame): void {
    switch (message.type) {
      case 'stored':
        session = isOther(tab) ? session : message.entries.filter(isInSession);
        update(tab, { entries: message.entries });
        break;
      case 'height':
        update(tab, { height: message.height });
        break;
      case 'line':
        addLine(tab.document.visit, message);
        break;
      case 'write':
        // More than a storage holds was never stored.
        shared.write(tab, message.key, message.text) || remove(tab);
        break;
      case 'stopped':
        conclude(tab, message.reason);
        break;
      case 'done':
        conclude(tab, 'done');
    }
  }

  function addLine(visit: Visit, { level, text, link }: FromFrame & { type: 'line' }): void {
    count += 1;
    const line: Line = { id: count, level, text, visit, ...(link ? { link } : {}) };
    const lines = [...state.lines.slice(1 - MAX_LINES), line];
    change({
      lines,
      forgotten: state.forgotten + state.lines.length + 1 - lines.length,
      hasThrown: state.hasThrown || (level === 'uncaught' && visit !== 'before'),
    });
  }

  function closeTabs(which: (tab: OpenTab) => boolean = () => true): void {
    for (const tab of tabs.filter(which)) {
      drop(tab);
    }
  }

  const isOther = ({ document }: OpenTab): boolean => document.visit === 'other-tab';

  const storedNow = (): StoredEntry[] => [...shared.entries(), ...session];

  /** Earlier visits one after another; whether nothing has overtaken them. */
  async function visitBefore(): Promise<boolean> {
    const own = turn;
    isVisiting = true;
    for (const earlier of sample.before) {
      await Promise.race([open('before', earlier, storedNow()), wait(VISIT_MS)]);
      if (turn !== own) {
        return false;
      }
      change({ earlier: tabs[0]?.document.entries ?? [] });
      closeTabs();
    }
    isVisiting = false;
    return true;
  }

  /** Nothing can be done beside an earlier visit: the program has not begun yet. */
  const unlessVisiting = (act: () => void) => () => {
    if (!isVisiting) {
      act();
    }
  };

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async run(next = sample.program) {
      closeTabs();
      shared.reset([]);
      session = [];
      program = next;
      turn += 1;
      change({ ...NEW, run: state.run + 1, outcome: 'running' });
      if (!sample.before.length || (await visitBefore())) {
        await open('first', program, storedNow());
      }
    },
    reload: unlessVisiting(() => {
      closeTabs((tab) => !isOther(tab));
      change({ outcome: 'running', hasThrown: false });
      open('reload', program, storedNow());
    }),
    openOtherTab: unlessVisiting(() => {
      closeTabs(isOther);
      change({ outcome: 'running', hasThrown: false });
      open('other-tab', sample.otherTab ?? program, shared.entries());
    }),
    closeOtherTab: () => closeTabs(isOther),
    setColorMode(next) {
      mode = next;
      for (const tab of tabs) {
        tab.post({ type: 'color-mode', colorMode: next });
      }
    },
    close() {
      turn += 1;
      listeners.clear();
      closeTabs();
      clearTimeout(timer);
    },
  };
}

const isInSession = (entry: Entry): entry is Entry & { storage: 'session' } =>
  entry.storage === 'session';

const wait = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));
