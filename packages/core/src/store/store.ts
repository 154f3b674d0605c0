import { createConsoleHandler } from '../console-handler.ts';
import type { ErrorHandler, TuffetErrorCode } from '../errors.ts';
import type { Serializer, StorageType } from '../types.ts';
import type { Area, OpenedArea } from '../web-storage.ts';
import { createCollisions } from './collisions.ts';
import { changeEntry, EMPTY, type Entry, type EntryCheck, type Root } from './entry.ts';
import { subscribe } from './listeners.ts';
import { readEntry } from './read.ts';
import { receive } from './receive.ts';
import { report, type StoreState } from './state.ts';
import { commit, fill, remove, replace } from './write.ts';

/** Options of a store. */
export interface StoreOptions {
  /** Used if no entry exists; written with the first change. */
  initial?: Root;
  /** If false, initial values are never written. */
  storeInitial?: boolean | undefined;
  /** Combines the stored values with the initial ones whenever an entry is read. */
  merge?: ((stored: Root, initial: Root) => Root) | undefined;
  onError?: ErrorHandler | undefined;
  serializer?: Serializer;
  check?: EntryCheck | undefined;
  /**
   * Returns the version of this module that a newer release stored since this page opened it, if any.
   * Keeps what this page wrote a moment ago if that release hasn't seen it.
   */
  findNewer?: (written: string | null) => number | undefined;
  /** Replaces the storage. */
  area?: Area;
  methods?: OpenedArea['methods'];
}

/** How entries of older versions of a module become current ones. */
export interface Lineage {
  /** The module key, without a version. */
  readonly key: string;
  readonly version: number;
  /** Migrates the stored string of an older version. Throws if that isn't possible. */
  migrate(text: string, version: number): string;
}

/** One parsed entry with its subscriptions. Modules, items, refs and states are views of it. */
export interface Store {
  readonly type: StorageType;
  readonly key: string;
  /** Undefined for modules without versions. */
  lineage?: Lineage;
  /** Returns the current entry. The same object until something changes. */
  read(): Entry;
  /** Returns the cached entry without reading storage. */
  peek(): Entry;
  /** Returns all properties in storage, including those that `check` rejects. */
  getStored(): Entry;
  /** Returns the contents of a new entry: the initial values, unless they are never written. */
  getInitial(): Entry;
  /** Returns the initial values, which apply to properties that aren't stored. */
  getDefaults(): Entry;
  /** Returns whether the entry exists. */
  exists(): boolean;
  /**
   * Writes properties atomically; `undefined` removes one. Returns false if nothing was written.
   * Another tab that writes a property at the same time accepts it if it is intended. Default: all.
   */
  commit(changes: Root, intended?: string[]): boolean;
  /** Replaces the entry. Origin: the string that a new entry was migrated from. */
  replace(root: Root, deletesBackups?: boolean, origin?: string): boolean;
  /** Removes the entry and its backups. Erasing: on an outdated page, too. */
  remove(isErasing?: boolean): boolean;
  /** Stores the initial values of properties that aren't stored. */
  fill(): void;
  /** Calls `listener` after a change of the property, or of any, in this tab or another. */
  subscribe(listener: () => void, property?: string): () => void;
  /** Returns false if values are only in memory: storage is blocked or failed, or consent is missing. */
  isPersistent(): boolean;
  /** Returns the storage, and methods that bypass protection. */
  getArea(): OpenedArea;
  configure(options: StoreOptions): void;
  report(code: TuffetErrorCode, hint?: string, cause?: unknown, raw?: string): void;
  /** Processes an event after which storage may have changed. */
  receive(event: Partial<StorageEvent>): void;
}

/** The clock is in milliseconds and never set back. */
export function createStore(
  type: StorageType,
  key: string,
  opened: OpenedArea,
  clock: () => number,
): Store {
  const state: StoreState = {
    ...opened,
    key,
    collisions: createCollisions(clock),
    listeners: new Map(),
    initial: EMPTY,
    defaults: EMPTY,
    stored: EMPTY,
    entry: EMPTY,
    serializer: JSON,
    onError: createConsoleHandler(),
  };
  return {
    type,
    key,
    read: () => readEntry(state),
    peek: () => state.entry,
    getStored() {
      readEntry(state);
      return state.stored;
    },
    getInitial: () => state.initial,
    getDefaults: () => state.defaults,
    exists() {
      readEntry(state);
      return typeof state.raw === 'string';
    },
    commit: (...change) => commit(state, ...change),
    replace: (...replacement) => replace(state, ...replacement),
    remove: (isErasing) => remove(state, isErasing),
    fill: () => fill(state),
    subscribe: (listener, property) => subscribe(state.listeners, listener, property),
    isPersistent: () => state.area !== state.methods && !state.held && !state.isUnreadable,
    getArea: () => ({ area: state.area, methods: state.methods }),
    configure: (options) => configure(state, options),
    report: (...problem) => report(state, ...problem),
    receive: (event) => receive(state, event),
  };
}

const SETTINGS = [
  'onError',
  'serializer',
  'check',
  'findNewer',
  'merge',
  'area',
  'methods',
] as const;

type Setting = (typeof SETTINGS)[number];

function configure(state: StoreState, options: StoreOptions): void {
  for (const name of SETTINGS) {
    (state as Partial<Record<Setting, unknown>>)[name] = options[name] ?? state[name];
  }
  if (options.area) {
    // Earlier writes no longer compete with those of other tabs.
    state.collisions.writes.clear();
    state.held = undefined;
  }
  if (options.initial) {
    state.defaults = changeEntry(state, EMPTY, options.initial, EMPTY);
    state.initial = options.storeInitial === false ? EMPTY : state.defaults;
  }
}
