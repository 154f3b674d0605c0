import type { Store } from '@tuffet/core';
import { OWN_KEY } from '../options.ts';
import { createFaults, type Fault, type Faults } from './faults.ts';
import { keysOf, textInMemory } from './page-entries.ts';
import {
  findRuntime,
  listStores,
  nameOfStorage,
  openStorage,
  type Runtime,
  STORAGES,
  type StorageName,
  type WriteMethods,
} from './runtime.ts';
import { captureStack } from './stack.ts';
import { addChange, appendChange, type Change, type Origin } from './timeline.ts';

type Listener = (changes: readonly Change[]) => void;

/** Records changes of both storages, and of modules in memory. */
export interface Recorder {
  getFault(): Fault;
  simulate(fault: Fault): void;
  getChanges(): readonly Change[];
  clear(): void;
  /** Calls `listener` with the new changes, at most once per turn of the event loop. */
  subscribe(listener: Listener): () => void;
  /** Finds new modules, and property writes, which cause neither a call nor an event. */
  sync(): void;
  /** Runs a function whose writes have this origin. */
  runAs<R>(origin: Origin, run: () => R): R;
  /** Restores the methods of `Storage`. */
  stop(): void;
}

interface RecorderState {
  readonly faults: Faults;
  readonly listeners: Set<Listener>;
  /** The recorded entries by storage and key. */
  readonly texts: Map<string, string>;
  readonly stores: Map<Store, () => void>;
  readonly taps: (() => void)[];
  runtime: Runtime | undefined;
  changes: readonly Change[];
  /** The changes since the last notification. */
  news: readonly Change[];
  count: number;
  turn: number;
  origin: Origin | undefined;
  isActive: boolean;
  isNotifying: boolean;
}

export function createRecorder(): Recorder {
  const state: RecorderState = {
    faults: createFaults(),
    listeners: new Set(),
    texts: new Map(),
    stores: new Map(),
    taps: [],
    runtime: undefined,
    changes: [],
    news: [],
    count: 0,
    turn: 0,
    origin: undefined,
    isActive: true,
    isNotifying: false,
  };
  start(state);
  return {
    getFault: state.faults.getFault,
    simulate(fault) {
      if (!state.isActive) return;
      state.faults.simulate(fault);
      sync(state);
      notify(state);
    },
    getChanges: () => state.changes,
    clear() {
      state.changes = [];
      notify(state);
    },
    subscribe(listener) {
      state.listeners.add(listener);
      return () => void state.listeners.delete(listener);
    },
    sync: () => sync(state),
    runAs: (origin, run) => runAs(state, origin, run),
    stop: () => stop(state),
  };
}

function start(state: RecorderState): void {
  for (const storage of STORAGES) {
    const area = openStorage(storage);
    if (!area) continue;
    for (const key of keysOf(area)) state.texts.set(`${storage}:${key}`, area.getItem(key) ?? '');
  }
  sync(state);
  if (typeof Storage !== 'undefined') state.taps.push(tap(state, Storage.prototype, 'raw'));
  const receive = (event: StorageEvent) => receiveEvent(state, event);
  // Before the modules, which may repair the entry.
  addEventListener('storage', receive, true);
  state.taps.push(() => removeEventListener('storage', receive, true));
}

function stop(state: RecorderState): void {
  try {
    state.faults.simulate('none');
  } finally {
    // Another script may have saved our methods: from now on they only call the original ones.
    state.isActive = false;
    for (const end of [...state.taps, ...state.stores.values()]) end();
  }
}

function runAs<R>(state: RecorderState, origin: Origin, run: () => R): R {
  const before = state.origin;
  state.origin = origin;
  try {
    return run();
  } finally {
    state.origin = before;
    sync(state);
  }
}

const METHODS = ['setItem', 'removeItem', 'clear'] as const;

/** Replaces methods with ones that record. Returns a function that restores them. */
function tap(state: RecorderState, target: WriteMethods, origin: Origin): () => void {
  const ends = METHODS.map((name) => {
    const original = target[name] as (...args: unknown[]) => void;
    function recorded(this: Storage, ...args: unknown[]): void {
      const storage = state.isActive && nameOfStorage(this);
      if (!storage || args[0] === OWN_KEY) {
        original.apply(this, args);
        return;
      }
      const key = name === 'clear' ? undefined : args[0];
      note(state, storage, key, 'raw', '');
      state.faults.check(this, origin, name, args);
      original.apply(this, args);
      note(state, storage, key, state.origin ?? origin, captureStack(recorded));
    }
    (target as unknown as Record<string, unknown>)[name] = recorded;
    return () => {
      if ((target[name] as unknown) === recorded) Object.assign(target, { [name]: original });
    };
  });
  return () => {
    for (const end of ends) end();
  };
}

/** Records the difference from the last known text, of one key or of the whole storage. */
function note(
  state: RecorderState,
  storage: StorageName,
  key: unknown,
  origin: Origin,
  stack: string,
): void {
  const area = openStorage(storage);
  if (!area) return;
  const keys =
    key === undefined ? new Set([...knownKeys(state, storage), ...keysOf(area)]) : [String(key)];
  for (const name of keys) record(state, storage, name, area.getItem(name), origin, stack);
}

function knownKeys({ texts }: RecorderState, storage: StorageName): string[] {
  const ids = [...texts.keys()].filter((id) => id.startsWith(`${storage}:`));
  return ids.map((id) => id.slice(storage.length + 1));
}

function record(
  state: RecorderState,
  storage: Change['storage'],
  key: string,
  after: string | null,
  origin: Origin,
  stack: string,
): void {
  const id = `${storage}:${key}`;
  const before = state.texts.get(id) ?? null;
  if (before === after || key === OWN_KEY) return;
  if (after === null) state.texts.delete(id);
  else state.texts.set(id, after);
  state.count += 1;
  const { count, turn } = state;
  const change = { id: count, at: Date.now(), storage, key, before, after, origin, stack, turn };
  state.changes = addChange(state.changes, change);
  state.news = appendChange(state.news, change);
  notify(state);
}

function notify(state: RecorderState): void {
  if (state.isNotifying) return;
  state.isNotifying = true;
  queueMicrotask(() => {
    state.isNotifying = false;
    state.turn += 1;
    const { news } = state;
    state.news = [];
    for (const listener of state.listeners) listener(news);
  });
}

function receiveEvent(state: RecorderState, { key, newValue, storageArea }: StorageEvent): void {
  const storage = nameOfStorage(storageArea);
  if (!storage) return;
  relabel(state, storage, key, newValue);
  note(state, storage, key ?? undefined, 'tab', '');
}

/** Corrects the origin of a write that `sync` found before the event of another tab arrived. */
function relabel(
  state: RecorderState,
  storage: StorageName,
  key: string | null,
  text: string | null,
): void {
  const isEarly = (change: Change) =>
    change.origin === 'raw' &&
    !change.stack &&
    change.storage === storage &&
    (key === null || change.key === key) &&
    change.after === text;
  if (!state.changes.some(isEarly)) return;
  state.changes = state.changes.map((change) =>
    isEarly(change) ? { ...change, origin: 'tab' } : change,
  );
  notify(state);
}

function sync(state: RecorderState): void {
  if (!state.isActive) return;
  const runtime = findRuntime();
  // Tests may reset all modules, which creates a new runtime.
  if (runtime && runtime !== state.runtime) {
    state.runtime = runtime;
    state.taps.push(tap(state, runtime.natives, 'module'));
  }
  for (const store of listStores()) {
    if (!state.stores.has(store)) watch(state, store);
    compareMemory(state, store);
  }
  for (const storage of STORAGES) note(state, storage, undefined, 'raw', '');
}

/** Modules in memory only notify their subscribers. The call is synchronous, so the stack is useful. */
function watch(state: RecorderState, store: Store): void {
  const listener = (): void => {
    if (store.isPersistent()) return;
    const stack = captureStack(listener);
    record(state, 'memory', store.key, textInMemory(store), state.origin ?? 'module', stack);
  };
  state.stores.set(store, store.subscribe(listener));
  state.faults.include(store);
  notify(state);
}

/** A module moves between memory and storage when the user decides about consent. */
function compareMemory({ texts }: RecorderState, store: Store): void {
  const id = `memory:${store.key}`;
  if (store.isPersistent()) texts.delete(id);
  else if (!texts.has(id)) texts.set(id, textInMemory(store));
}
