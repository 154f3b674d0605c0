import type { Entry } from '@tuffet/devtools/inspector';
import type {
  FromFrame,
  LiveSample,
  Program,
  Start,
  StoredEntry,
} from '@tuffet-live/frame/protocol';
import type { OpenDocument, SessionStore, Visit } from './session-state';
import { SharedStorage } from './shared-storage';
import { openTab, type Tab } from './tab';

export interface SessionOptions extends Pick<Start, 'language' | 'colorMode'> {
  readonly sample: LiveSample;
  /** The title of an iframe. Titles are unique, so that assistive technology can list them. */
  readonly titleOf: (visit: Visit) => string;
}

type OpenTab = Tab & { document: OpenDocument };

/** The open documents of a session and their storage. */
export class SessionTabs {
  readonly #shared = new SharedStorage();
  #tabs: OpenTab[] = [];
  /** The session storage of the first tab; other tabs have their own. */
  #session: StoredEntry[] = [];
  #colorMode: Start['colorMode'];
  #count = 0;

  constructor(
    readonly options: SessionOptions,
    readonly store: SessionStore,
  ) {
    this.#colorMode = options.colorMode;
  }

  /** Opens a document. Resolves when its program has ended. */
  open(visit: Visit, program: Program, entries: readonly StoredEntry[]): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { sample, titleOf, language } = this.options;
    const opened = openTab({
      address: sample.frame,
      title: titleOf(visit),
      start: { type: 'start', program, entries, language, colorMode: this.#colorMode },
      mayHang: sample.source !== '', // instruments are part of the site, and trusted
      onMessage: (message) => {
        this.#receive(tab, message);
        if (message.type === 'done' || message.type === 'stopped') {
          resolve();
        }
      },
      onEnd: () => {
        this.#remove(tab);
        resolve();
      },
    });
    this.#count += 1;
    const document = { id: this.#count, visit, frame: opened.frame, height: 0 };
    const tab: OpenTab = { ...opened, document };
    this.#tabs = [...this.#tabs, tab];
    this.#shared.join(tab);
    this.#showDocuments();
    this.store.notify();
    return promise;
  }

  /** The entries for the next document. Another tab starts with an empty session storage. */
  entries(isOtherTab = false): StoredEntry[] {
    return [...this.#shared.entries(), ...(isOtherTab ? [] : this.#session)];
  }

  /** Closes the documents of certain visits, or all. */
  close(isClosed: (visit: Visit) => boolean = () => true): void {
    for (const tab of this.#tabs.filter(({ document }) => isClosed(document.visit))) {
      this.#drop(tab);
    }
  }

  /** Closes all documents and empties the storage. */
  reset(): void {
    this.close();
    this.#shared.reset();
    this.#session = [];
  }

  setColorMode(colorMode: Start['colorMode']): void {
    this.#colorMode = colorMode;
    for (const tab of this.#tabs) {
      tab.post({ type: 'color-mode', colorMode });
    }
  }

  #receive(tab: OpenTab, message: FromFrame): void {
    const { visit } = tab.document;
    switch (message.type) {
      case 'stored':
        this.#session = visit === 'other-tab' ? this.#session : message.entries.filter(isInSession);
        this.#update(tab, { entries: message.entries });
        break;
      case 'height':
        this.#update(tab, { height: message.height });
        break;
      case 'line':
        this.store.addLine(visit, message);
        break;
      case 'write':
        // A browser would have rejected a write beyond the quota.
        this.#shared.write(tab, message.key, message.text) || this.#remove(tab);
        break;
      case 'stopped':
        this.store.finish(visit, message.reason);
        break;
      case 'done':
        this.store.finish(visit, 'done');
    }
  }

  #update(tab: OpenTab, next: Partial<OpenDocument>): void {
    tab.document = { ...tab.document, ...next };
    this.#showDocuments();
  }

  #remove(tab: OpenTab): void {
    this.#drop(tab);
    this.store.finish(tab.document.visit, 'removed');
  }

  #drop(tab: OpenTab): void {
    tab.close();
    this.#shared.leave(tab);
    this.#tabs = this.#tabs.filter((one) => one !== tab);
    this.#showDocuments();
  }

  #showDocuments(): void {
    this.store.change({ documents: this.#tabs.map(({ document }) => document) });
  }
}

const isInSession = (entry: Entry): entry is Entry & { storage: 'session' } =>
  entry.storage === 'session';
