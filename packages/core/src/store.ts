import { type ForeignWrite, trackCollisions } from './collisions.ts';
import { createConsoleHandler } from './console-handler.ts';
import {
  changeEntry,
  differences,
  EMPTY,
  type Entry,
  type Format,
  parseEntry,
  type Root,
  renderEntry,
  rootOf,
} from './entry.ts';
import { type ErrorHandler, TuffetError, type TuffetErrorCode } from './errors.ts';
import { getRuntime, type OpenedArea, openArea } from './runtime.ts';
import { createSubscriptions } from './subscriptions.ts';
import type { EntryCheck, Serializer, StorageType } from './types.ts';
import { createMemory, denialHint, isServer } from './web-storage.ts';
import { createMark, readMark } from './write-marks.ts';

/** Options of a store. */
export interface StoreOptions {
  /** Used if no entry exists; written with the first change. */
  initial?: Root;
  onError?: ErrorHandler | undefined;
  serializer?: Serializer;
  check?: EntryCheck | undefined;
  /** The version of this module that a newer release stored since this page opened it, if any. */
  findNewer?: () => number | undefined;
}

/** One parsed entry with its subscriptions. Modules, items, refs and states are views of it. */
export interface Store {
  readonly type: StorageType;
  readonly key: string;
  /** Returns the current entry. The same object until something changes. */
  read(): Entry;
  /** Returns the cached entry without reading storage. */
  peek(): Entry;
  /** Returns the initial values. */
  getInitial(): Entry;
  /** Returns whether the entry exists. */
  exists(): boolean;
  /** Writes properties atomically; `undefined` removes one. Returns false if nothing was written. */
  commit(changes: Root): boolean;
  /** Replaces the entry, or removes it if null. Deletes the backup of a corrupted one. */
  replace(root: Root | null): boolean;
  /** Calls `listener` after a change of the property, or of any, in this tab or another. */
  subscribe(listener: () => void, property?: string): () => void;
  /** Returns false if the browser blocks storage and values are only in memory. */
  isPersistent(): boolean;
  configure(options: StoreOptions): void;
  report(code: TuffetErrorCode, hint: string, cause?: unknown, raw?: string): void;
  /** Processes an event after which storage may have changed. */
  receive(event: Partial<StorageEvent>): void;
}

/** The area and the clock (in milliseconds, never set back) are those of the page, except in tests. */
export function createStore(
  type: StorageType,
  key: string,
  opened: OpenedArea = openArea(type),
  clock: () => number = () => performance.now(),
): Store {
  const corruptKey = `${key}__corrupt`;
  const { subscribe, notify } = createSubscriptions();
  const collisions = trackCollisions(clock);
  let { area, methods, denial } = opened;
  let initial = EMPTY;
  let onError = createConsoleHandler();
  let format: Format = { key, serializer: JSON };
  let check: EntryCheck | undefined;
  let findNewer: StoreOptions['findNewer'];
  /** A newer release has taken over: this page keeps its values and no longer writes. */
  let isRetired = false;

  /** The text the cache was made from; undefined before the first look. */
  let raw: string | null | undefined;
  let entry = EMPTY;

  const report: Store['report'] = (code, hint, cause, bytes) =>
    onError(new TuffetError(code, key, hint, cause, bytes));

  const put = (name: string, text: string) => methods.setItem.call(area, name, text);
  const drop = (name: string) => methods.removeItem.call(area, name);

  const parse = (text: string | null | undefined) => parseEntry(format, text, entry);

  function complain(about: Entry): string | undefined {
    return check?.(rootOf(new Map([...initial, ...about])));
  }

  /** Takes over what is stored now. Foreign: another tab stored it, and its event may still come. */
  function adopt(text: string | null, next: Entry, isForeign = false): void {
    collisions.saw(next, isForeign && raw !== undefined);
    raw = text;
    entry = next;
  }

  /** What is stored now; for a page that a newer release has retired, what it last saw. */
  function look(): string | null {
    const now = isRetired ? (raw as string) : area.getItem(key);
    return now === null && raw && retire() ? raw : now;
  }

  /** Looks at storage; returns the names of the properties that changed since the last look. */
  function refresh(): string[] {
    const now = look();
    if (now === raw) return [];
    if (denial) deny(denial);
    const before = entry;
    if (now === null) adopt(now, isServer() ? initial : EMPTY, true);
    else load(now);
    return differences(before, entry);
  }

  /** Whether the entry is gone because a newer release migrated it. */
  function retire(): boolean {
    const newer = findNewer?.();
    isRetired ||= !!newer;
    if (newer) {
      const hint = `A newer release replaced this entry with version ${newer} in another tab. This page no longer saves changes. Reload the page.`;
      report('version', hint);
    }
    return isRetired;
  }

  function load(text: string): void {
    const next = parse(text);
    const problem = next && complain(next);
    if (!next) startOver(text, 'corrupt', 'not a JSON object');
    else if (problem) startOver(text, 'schema', `invalid: ${problem}`);
    else adopt(text, next, true);
  }

  /** Keeps the bytes of an unusable entry aside. A handler that throws leaves all as it is. */
  function startOver(text: string, code: 'schema' | 'corrupt', problem: string): void {
    const hint = `The stored entry is ${problem}. The module is reset to its initial values. The old text is in error.raw and, if it fits, under "${corruptKey}".`;
    report(code, hint, undefined, text);
    try {
      put(corruptKey, text);
    } catch {
      // No room: the error carries the bytes.
    }
    adopt(null, EMPTY);
    write(initial, true);
  }

  /** Writes an entry; false, and nothing has changed, where there is no room. */
  function write(next: Entry, isAfresh?: boolean, mark = ''): boolean {
    const text = renderEntry(format, next) + mark;
    try {
      // The gap tells other tabs that all of it was meant; they show initial values meanwhile.
      if (isAfresh) drop(key);
      put(key, text);
    } catch (cause) {
      if (/quota/i.test((cause as Error).name)) {
        if (isAfresh && raw) put(key, raw);
        const hint = 'Storage is full, so nothing was changed. Remove data you no longer need.';
        report('quota', hint, cause);
        return false;
      }
      area = methods = createMemory();
      put(key, text);
      deny(cause);
    }
    // Comparing with a string that storage gave is fast; with the one built here it is not.
    adopt(area.getItem(key), next);
    return true;
  }

  function deny(cause: unknown): void {
    report('denied', denialHint(), cause);
    denial = undefined;
  }

  /** Whether an entry may be written; if not, somebody has been told why. */
  function isAllowed(next: Entry): boolean {
    const problem = complain(next);
    if (problem) report('schema', `Validation failed, so nothing was changed: ${problem}.`);
    return isWritable() && !problem;
  }

  /** False on a server, with a warning. */
  function isWritable(): boolean {
    if (isServer())
      console.warn(
        `[tuffet] "${key}": There is no web storage during SSR and in workers, so nothing was changed. Write from the page.`,
      );
    return !isServer();
  }

  /** Writes an entry in which some properties differ. The mark names what other tabs must accept. */
  function update(next: Entry, names: string[], isAfresh?: boolean, mark?: string): boolean {
    const [isNew, base] = [raw === null, entry];
    const changed = [...new Set(isNew ? next.keys() : names)].filter(
      (name) => base.get(name)?.text !== next.get(name)?.text,
    );
    if (!changed.length && !isNew) return true;
    if (!isAllowed(next) || !write(next, isAfresh, mark)) return false;
    // The first entry is nothing that another tab could undo.
    collisions.wrote(next, isNew ? [] : names);
    notify(changed);
    return true;
  }

  function read(): Entry {
    const isFirst = raw === undefined;
    const changed = refresh();
    // A component may be rendering just now: the others hear of it afterwards.
    if (changed.length && !isFirst) queueMicrotask(() => notify(changed));
    return entry;
  }

  function commit(changes: Root): boolean {
    read();
    if (isRetired) return false;
    const names = Object.keys(changes);
    const isNew = raw === null;
    const next = changeEntry(format, isNew ? initial : entry, changes, entry);
    return update(next, names, false, names.length > 1 && !isNew ? createMark(names) : '');
  }

  function replace(root: Root | null): boolean {
    read();
    if (isRetired) return false;
    if (root) {
      const next = changeEntry(format, EMPTY, root, entry);
      const isDone = update(next, [...entry.keys(), ...next.keys()], true);
      if (isDone) drop(corruptKey);
      return isDone;
    }
    if (!isWritable()) return false;
    drop(corruptKey);
    drop(key);
    const changed = [...entry.keys()];
    adopt(null, EMPTY);
    notify(changed);
    return true;
  }

  function describeWrite({ oldValue, newValue }: Partial<StorageEvent>): ForeignWrite | undefined {
    const after = newValue === raw ? entry : newValue ? parse(newValue) : EMPTY;
    const before = collisions.isIdle() ? EMPTY : (parse(oldValue) ?? EMPTY);
    // An entry that is removed, or stored where none was, was intended as a whole.
    const intent = oldValue && newValue ? readMark(newValue) : () => true;
    return after && { before, after, intent };
  }

  /** Writes our values again that a foreign write undid without having seen them. */
  function repair(event: Partial<StorageEvent>): void {
    const foreign = event.key === null ? undefined : describeWrite(event);
    const undone = foreign ? collisions.observe(foreign) : collisions.forget();
    if (!undone.length || raw === null) return;
    const next = changeEntry(format, entry, Object.fromEntries(undone), entry);
    if (isAllowed(next)) write(next, false, createMark([]));
  }

  function receive(event: Partial<StorageEvent>): void {
    const { storageArea = area, key: name, newValue } = event;
    if (storageArea !== area || (name ?? key) !== key) return;
    const before = entry;
    // A write of ours may have come after the removal.
    if (newValue === null && raw && !isRetired) retire();
    refresh();
    // A pageshow event has no values.
    if (newValue !== undefined && !isRetired) repair(event);
    notify(differences(before, entry));
  }

  return {
    type,
    key,
    read,
    peek: () => entry,
    getInitial: () => initial,
    exists() {
      read();
      return raw !== null;
    },
    commit,
    replace,
    subscribe,
    isPersistent: () => area !== methods,
    configure(options) {
      ({ onError = onError, check = check, findNewer = findNewer } = options);
      format = { key, serializer: options.serializer ?? format.serializer };
      if (options.initial) initial = changeEntry(format, EMPTY, options.initial, EMPTY);
    },
    report,
    receive,
  };
}

/** The one store of a storage type and key on this page. */
export function openStore(type: StorageType, key: string): Store {
  const stores = isServer() ? new Map<string, Store>() : getRuntime().stores;
  const id = `${type}:${key}`;
  const store = stores.get(id) ?? createStore(type, key);
  stores.set(id, store);
  return store;
}
