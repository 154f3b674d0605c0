import { type Fault, KILLED, type Method, QuotaError, SecurityError } from './faults.ts';

export interface StorageChange {
  readonly key: string;
  readonly oldValue: string | null;
  readonly newValue: string | null;
}

/**
 * A simulated device: one local storage, and the pages that share it. Storage is synchronous, as in
 * the specification of HTML; events wait until a schedule delivers them.
 */
export class Device {
  readonly entries = new Map<string, string>();
  readonly pages = new Set<Page>();
  /** The changes that pages made in the current turn. */
  changes: StorageChange[] = [];
  /** Milliseconds since the device started. */
  now = 0;
  /** Characters that fit in storage, keys included. */
  capacity = Number.POSITIVE_INFINITY;
  readonly isFirefox: boolean;

  constructor(isFirefox = false) {
    this.isFirefox = isFirefox;
  }

  get isUnlimited(): boolean {
    return this.capacity === Number.POSITIVE_INFINITY;
  }

  get used(): number {
    let used = 0;
    for (const [key, text] of this.entries) used += key.length + text.length;
    return used;
  }

  /** Returns what a page sees: here, every change immediately. */
  viewOf(_page: Page): Map<string, string> {
    return this.entries;
  }

  /** Changes an entry. The other pages have an event to receive. */
  change(key: string, newValue: string | null, by?: Page): void {
    const oldValue = this.entries.get(key) ?? null;
    const change = { key, oldValue, newValue };
    this.changes.push(change);
    if (oldValue === newValue) return;
    if (newValue === null) this.entries.delete(key);
    else this.entries.set(key, newValue);
    for (const page of this.pages) {
      if (page !== by && !page.isFrozen) page.events.push(change);
    }
  }

  /** Returns whether a string fits. As in browsers, one that isn't longer always does. */
  fits(key: string, text: string): boolean {
    const old = this.entries.get(key);
    if (old !== undefined && text.length <= old.length) return true;
    const added = text.length + (old === undefined ? key.length : -old.length);
    return this.isUnlimited || this.used + added <= this.capacity;
  }
}

/** The names that the library finds in a page. */
export interface PageGlobals {
  readonly globalThis: object;
  readonly window: object;
  readonly document: object;
  readonly Storage: unknown;
  readonly localStorage: Storage;
  readonly performance: { now(): number };
  readonly Date: { now(): number };
  readonly addEventListener: (type: string, listener: Listener) => void;
  readonly removeEventListener: (type: string, listener: Listener) => void;
  readonly queueMicrotask: (task: () => void) => void;
  readonly setTimeout: (task: () => void, delay: number) => unknown;
  readonly clearTimeout: (timer: unknown) => void;
  readonly console: { warn(): void; error(): void };
}

type Listener = (event: object) => void;
type Timer = { readonly at: number; readonly task: () => void };

/** The start of the clock: values expire at times since 1970. */
export const EPOCH = 1_800_000_000_000;

const ignore = () => {};
const SILENT = { warn: ignore, error: ignore };
const LOADING = { readyState: 'loading' };

/** A page in a tab, with its own globals. It ends when the tab reloads, closes or crashes. */
export class Page {
  readonly device: Device;
  readonly globals: PageGlobals;
  /** Events that the page hasn't received yet. */
  readonly events: StorageChange[] = [];
  /** Errors that no code caught. */
  uncaught: unknown[] = [];
  /** In the back/forward cache: it doesn't run, and receives no events. */
  isFrozen = false;
  /** The process has ended: no call has an effect. */
  isDead = false;
  /** The methods that fail until they are repaired. */
  readonly broken = new Set<Method>();
  private fault: Fault | undefined;
  /** The number of calls since `arm` that count toward `fault.at`. */
  private calls = 0;
  private readonly listeners = new Map<string, Set<Listener>>();
  private readonly timers = new Set<Timer>();
  private microtasks: (() => void)[] = [];

  constructor(device: Device) {
    this.device = device;
    this.globals = createGlobals(this);
    device.pages.add(this);
  }

  get storage(): Storage {
    return this.globals.localStorage;
  }

  close(): void {
    this.isDead = true;
    this.device.pages.delete(this);
  }

  /** Sets the failure to inject into the storage calls that follow. */
  arm(fault: Fault | undefined): void {
    this.fault = fault;
    this.calls = 0;
  }

  /** Called before a storage method has an effect. */
  enter(method: Method, key = '', text = ''): void {
    if (this.isDead) throw KILLED;
    if (this.broken.has(method)) throw new SecurityError();
    const { fault } = this;
    if (fault && fault.kind !== 'kill' && fault.method === method && ++this.calls === fault.at) {
      throw fault.kind === 'quota' ? new QuotaError() : new SecurityError();
    }
    if (method === 'setItem' && !this.device.fits(key, text)) throw new QuotaError();
  }

  change(key: string, text: string | null): void {
    this.device.change(key, text, this);
    if (this.fault?.kind !== 'kill' || ++this.calls < this.fault.at) return;
    this.close();
    throw KILLED;
  }

  /** Runs code of the page and the microtasks that it queues. Returns the error that it throws. */
  run(code: () => void): unknown {
    let thrown: unknown;
    if (this.isDead) return thrown;
    try {
      code();
    } catch (error) {
      thrown = error;
    }
    while (this.microtasks.length && !this.isDead) {
      const [task] = this.microtasks.splice(0, 1) as [() => void];
      this.attempt(task);
    }
    return thrown === KILLED ? undefined : thrown;
  }

  receive(change: StorageChange): void {
    this.dispatch('storage', { ...change, storageArea: this.storage });
  }

  /** Returns from the back/forward cache. */
  show(): void {
    this.isFrozen = false;
    this.dispatch('pageshow', { persisted: true });
  }

  runTimers(): void {
    for (const timer of [...this.timers]) {
      if (timer.at > this.device.now || !this.timers.delete(timer)) continue;
      const error = this.run(timer.task);
      if (error !== undefined) this.uncaught.push(error);
    }
  }

  private dispatch(type: string, event: object): void {
    for (const listener of [...(this.listeners.get(type) ?? [])]) {
      this.attempt(() => listener(event));
    }
  }

  private attempt(run: () => void): void {
    try {
      run();
    } catch (error) {
      if (error !== KILLED) this.uncaught.push(error);
    }
  }

  listen(type: string, listener: Listener): void {
    const set = this.listeners.get(type) ?? new Set();
    this.listeners.set(type, set.add(listener));
  }

  unlisten(type: string, listener: Listener): void {
    this.listeners.get(type)?.delete(listener);
  }

  queue(task: () => void): void {
    this.microtasks.push(task);
  }

  startTimer(task: () => void, delay: number): Timer {
    const timer = { at: this.device.now + Math.max(0, delay), task };
    this.timers.add(timer);
    return timer;
  }

  stopTimer(timer: Timer): void {
    this.timers.delete(timer);
  }
}

function createGlobals(page: Page): PageGlobals {
  const { device } = page;
  const [Storage, localStorage] = createStorage(page);
  const reportError = (error: unknown) => error !== KILLED && page.uncaught.push(error);
  return {
    globalThis: { reportError, ...(device.isFirefox ? { mozInnerScreenX: 0 } : {}) },
    window: { localStorage },
    document: LOADING,
    Storage,
    localStorage,
    performance: { now: () => device.now },
    Date: { now: () => EPOCH + device.now },
    addEventListener: (type, listener) => page.listen(type, listener),
    removeEventListener: (type, listener) => page.unlisten(type, listener),
    queueMicrotask: (task) => page.queue(task),
    setTimeout: (task, delay) => page.startTimer(task, delay),
    clearTimeout: (timer) => page.stopTimer(timer as Timer),
    console: SILENT,
  };
}

/** Every page has its own class: protection replaces methods of its prototype. */
function createStorage(page: Page): [unknown, Storage] {
  const entries = page.device.viewOf(page);
  class FakeStorage {
    get length(): number {
      if (page.broken.has('getItem')) page.enter('getItem');
      return entries.size;
    }
    key(index: number): string | null {
      return [...entries.keys()][index] ?? null;
    }
    getItem(key: string): string | null {
      page.enter('getItem', key);
      return entries.get(key) ?? null;
    }
    setItem(key: string, text: string): void {
      // As in browsers, everything becomes a string.
      page.enter('setItem', key, `${text}`);
      page.change(key, `${text}`);
    }
    removeItem(key: string): void {
      page.enter('removeItem', key);
      page.change(key, null);
    }
    clear(): void {
      for (const key of [...entries.keys()]) this.removeItem(key);
    }
  }
  return [FakeStorage, new FakeStorage() as unknown as Storage];
}
