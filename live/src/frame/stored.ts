/** Reports entries to the page. Reads them from the areas, so that patches of a sample don't matter. */

import type { Entry } from '@tuffet/devtools/inspector';
import { append, charCodeAt, createList, mapGet, mapHas, slice } from '../natives.ts';
import type { FromFrame, StoredEntry } from '../protocol.ts';
import type { Areas } from '../storage/realm.ts';
import { installStorage, type StorageType } from './documents.ts';
import { later } from './turns.ts';
import { createWriteReporter } from './writes.ts';

/** State that all copies of the library on a page share. A sample may have changed it. */
interface Runtime {
  readonly stores: ReadonlyMap<string, unknown>;
  readonly guards: ReadonlyMap<unknown, ReadonlyMap<string, boolean>>;
}

const RUNTIME = Symbol.for('@tuffet/core/2');
const TYPES: readonly StorageType[] = ['local', 'session'];

type Storages = Readonly<Record<StorageType, Storage>>;

/** The number at the end of `settings_v2`. Module keys can't end like this. */
function versionOf(key: string): number {
  let begin = key.length;
  while (begin > 0 && isDigit(charCodeAt(key, begin - 1))) begin -= 1;
  const isMarked = begin < key.length && slice(key, begin - 2, begin) === '_v';
  return isMarked ? +slice(key, begin) : 1;
}

const isDigit = (code: number) => code >= 48 && code <= 57;

function isModule(type: StorageType, key: string): boolean {
  try {
    const { stores } = (globalThis as { [RUNTIME]?: Runtime })[RUNTIME] as Runtime;
    return mapHas(stores, `${type}:${key}`);
  } catch {
    return false; // No module was created, or the sample changed the library's state.
  }
}

function isProtected(storage: Storage, key: string): boolean {
  try {
    const { guards } = (globalThis as { [RUNTIME]?: Runtime })[RUNTIME] as Runtime;
    const keys = mapGet(guards, storage);
    return keys !== undefined && mapHas(keys, key);
  } catch {
    return false;
  }
}

function readEntries(areas: Areas, storages: Storages): Entry[] {
  const entries = createList<Entry>();
  for (let i = 0; i < TYPES.length; i += 1) {
    const type = TYPES[i] as StorageType;
    const { keys } = areas[type];
    for (let j = 0; j < keys.length; j += 1) {
      const key = keys[j] as string;
      const text = areas[type].get(key) ?? '';
      const entry = { key, storage: type, text };
      append(
        entries,
        isModule(type, key)
          ? { ...entry, version: versionOf(key), isProtected: isProtected(storages[type], key) }
          : { ...entry, isProtected: false },
      );
    }
  }
  return entries;
}

interface Reporter {
  /** Reports soon; several calls cause one report. */
  readonly schedule: () => void;
  /** Reports immediately. */
  readonly flush: () => void;
}

/** The minimum between two reports; longer for larger entries. */
const PAUSE_MS = 30;
const CHARACTERS_PER_MS = 10_000;

/** Reports entries that differ from the last report. */
function createReporter(read: () => Entry[], send: (entries: readonly Entry[]) => void): Reporter {
  let isWaiting = false;
  let pause = 0;
  let sent: readonly Entry[] | undefined;
  const flush = () => {
    const entries = read();
    if (sent && isEqual(sent, entries)) return;
    sent = entries;
    pause = PAUSE_MS + sizeOf(entries) / CHARACTERS_PER_MS;
    send(entries);
  };
  const schedule = () => {
    if (isWaiting) return;
    isWaiting = true;
    later(() => {
      isWaiting = false;
      flush();
    }, pause);
  };
  return { schedule, flush };
}

function sizeOf(entries: readonly Entry[]): number {
  let size = 0;
  for (let i = 0; i < entries.length; i += 1) size += (entries[i] as Entry).text.length;
  return size;
}

function isEqual(a: readonly Entry[], b: readonly Entry[]): boolean {
  let i = 0;
  while (i < a.length && i < b.length && isSame(a[i] as Entry, b[i] as Entry)) i += 1;
  return i === a.length && i === b.length;
}

const isSame = (a: Entry, b: Entry) =>
  a.key === b.key &&
  a.storage === b.storage &&
  a.text === b.text &&
  a.version === b.version &&
  a.isProtected === b.isProtected;

export interface Stored {
  readonly flush: Reporter['flush'];
  /** A write of another tab. `key` is null for `clear()`, `text` for `removeItem()`. */
  readonly receive: (key: string | null, text: string | null) => void;
}

/** Handlers of these may change the protection, which isn't a write. */
const USER_EVENTS = ['click', 'input', 'change', 'submit', 'keyup'];

/** Installs storage with these entries, and reports changes. */
export function watchStorage(
  entries: readonly StoredEntry[],
  send: (message: FromFrame) => void,
): Stored {
  const reportWrite = createWriteReporter(({ key, text }) => send({ type: 'write', key, text }));
  const areas = installStorage(entries, (type, change, isOurs) => {
    reporter.schedule();
    if (isOurs && type === 'local') reportWrite(change);
  });
  const storages = { local: localStorage, session: sessionStorage };
  const reporter = createReporter(
    () => readEntries(areas, storages),
    (all) => send({ type: 'stored', entries: all }),
  );
  for (const type of USER_EVENTS) addEventListener(type, reporter.schedule);
  return {
    flush: reporter.flush,
    receive(key, text) {
      if (key === null) areas.local.clear();
      else if (text === null) areas.local.remove(key);
      else areas.local.set(key, text);
    },
  };
}
