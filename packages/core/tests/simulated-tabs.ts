import { createStore, type Store } from '../src/store/store.ts';
import type { Area } from '../src/web-storage.ts';

/**
 * Tabs of one browser with a simulated storage: each tab has its own view of the entry. Writes
 * reach the shared storage late, and events reach the other tabs late. The stores are real.
 *
 * As in Chromium, a tab ignores what others wrote before its own pending write, and its view may be
 * ahead of the events that it has received.
 */

const KEY = 'm';

export type Values = Readonly<Record<string, unknown>>;

/** Delay of a message in milliseconds; Infinity: it is lost. */
export interface Network {
  delay(kind: 'write' | 'view' | 'event'): number;
  /** Whether events of one tab may overtake each other. */
  readonly isReordering?: boolean;
  /** As in Firefox: the old value of an event is what the other tab had seen, not what was stored. */
  readonly isOldValueSeen?: boolean;
}

interface Task {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
}

interface Commit {
  readonly by: Tab;
  readonly oldValue: string | null;
  readonly newValue: string | null;
}

export interface Tab {
  readonly store: Store;
  /** Performs a write of the application; the values are what it intends. */
  write(intended: Values, perform: (store: Store) => boolean): void;
}

export class Browser {
  now = 0;
  /** How often the applications wrote. */
  writes = 0;
  /** Every write that reached storage. */
  readonly commits: Commit[] = [];
  /** The expected contents of storage: the intended values in the order of the commits. */
  readonly expected: Map<string, unknown>;
  readonly tabs: Tab[];
  stored: string | null;
  private tasks: Task[] = [];
  private order = 0;

  constructor(
    count: number,
    initial: Values,
    private readonly network: Network,
  ) {
    this.stored = JSON.stringify(initial);
    this.expected = new Map(Object.entries(initial));
    const deliveries: ((commit: Commit) => void)[] = [];
    this.tabs = Array.from({ length: count }, () => this.openTab(initial, deliveries));
  }

  at(time: number, run: () => void): void {
    this.tasks.push({ at: time, order: this.order++, run });
  }

  /** Runs until no task is pending. */
  settle(maxTasks = 20_000): void {
    for (let n = 0; this.tasks.length; n++) {
      if (n > maxTasks) throw new Error('the tabs never stop writing');
      let first = 0;
      this.tasks.forEach((task, i) => {
        const best = this.tasks[first] as Task;
        if (task.at < best.at || (task.at === best.at && task.order < best.order)) first = i;
      });
      const [task] = this.tasks.splice(first, 1) as [Task];
      this.now = Math.max(this.now, task.at);
      task.run();
    }
  }

  values(): Values {
    return JSON.parse(this.stored as string);
  }

  private openTab(initial: Values, deliveries: ((commit: Commit) => void)[]): Tab {
    let view = this.stored;
    let pending = 0;
    let intended: Values | undefined;
    const toStorage = this.createChannel('write');
    const toView = this.createChannel('view');
    const toListeners = this.createChannel('event');

    const change = (newValue: string | null) => {
      const seen = view;
      view = newValue;
      pending += 1;
      // A removal is the first half of a replacement, which states what is intended.
      const meant = newValue === null ? undefined : intended;
      toStorage(() => {
        const oldValue = this.network.isOldValueSeen ? seen : this.stored;
        const commit = { by: tab, oldValue, newValue };
        this.stored = newValue;
        this.expect(meant ?? {});
        this.commits.push(commit);
        for (const deliver of deliveries) deliver(commit);
      });
    };

    const area: Area = {
      getItem: () => view,
      setItem: (key, text) => key === KEY && change(text),
      removeItem: (key) => key === KEY && change(null),
    };
    const store = createStore('local', KEY, { area, methods: area }, () => this.now);
    store.configure({ initial });
    store.read();

    const tab: Tab = {
      store,
      write: (values, perform) => {
        this.writes += 1;
        const outer = intended;
        intended = values;
        const isWritten = perform(store);
        intended = outer;
        if (!isWritten) throw new Error('a write was refused');
      },
    };
    deliveries.push(({ by, oldValue, newValue }) => {
      toView(() => {
        if (by === tab) pending -= 1;
        else if (!pending) view = newValue;
        if (by === tab || oldValue === newValue) return;
        toListeners(() =>
          store.receive({ storageArea: area as Storage, key: KEY, oldValue, newValue }),
        );
      });
    });
    return tab;
  }

  private expect(intended: Values): void {
    for (const [name, value] of Object.entries(intended)) {
      if (value === undefined) this.expected.delete(name);
      else this.expected.set(name, value);
    }
  }

  /** Delivers messages in order, unless events may overtake each other. */
  private createChannel(kind: 'write' | 'view' | 'event') {
    let last = 0;
    return (run: () => void) => {
      const time = this.now + this.network.delay(kind);
      if (time === Number.POSITIVE_INFINITY) return;
      const isOrdered = kind !== 'event' || !this.network.isReordering;
      last = isOrdered ? Math.max(last, time) : time;
      this.at(last, run);
    };
  }
}
