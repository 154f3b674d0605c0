/** Tells the page what is stored: read from the areas, past all that a sample may have patched. */

import type { Entry } from '@tuffet-live/inspector';
import { append, charCodeAt, createList, mapGet, mapHas, slice } from '../natives.ts';
import type { FromFrame, StoredEntry } from '../protocol.ts';
import type { Areas } from '../storage/realm.ts';
import { installStorage, type StorageType } from './documents.ts';
import { later } from './turns.ts';
import { createWriteTeller } from './writes.ts';

/** What the library keeps for all its copies on a page; a sample may have made anything of it. */
interface Runtime {
  readonly stores: ReadonlyMap<string, unknown>;
  readonly guards: ReadonlyMap<unknown, ReadonlyMap<string, boolean>>;
}

const RUNTIME = Symbol.for('@tuffet/core/1');
const TYPES: readonly StorageType[] = ['local', 'session'];

/** The objects through which the library protects, by type. */
type Storages = Readonly<Record<StorageType, Storage>>;

/** The number at the end of `settings_v2`; creators refuse names that end like this. */
export function versionOf(key: string): number {
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
    return false; // no module was made, or nothing is left of the library's own
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

/** Everything that is stored, with what the library knows about it. */
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

interface Teller {
  /** Something may have changed: several changes of one moment are told once. */
  readonly change: () => void;
  /** Tells at once. */
  readonly flush: () => void;
}

/** The least time between two tellings, in milliseconds; longer the more there is to tell. */
const PAUSE_MS = 30;
const CHARACTERS_PER_MS = 10_000;

/** Tells of entries that are not those it told before. */
function createTeller(read: () => Entry[], tell: (entries: readonly Entry[]) => void): Teller {
  let isWaiting = false;
  let pause = 0;
  let told: readonly Entry[] | undefined;
  const flush = () => {
    const entries = read();
    if (told && isEqual(told, entries)) return;
    told = entries;
    pause = PAUSE_MS + sizeOf(entries) / CHARACTERS_PER_MS;
    tell(entries);
  };
  const change = () => {
    if (isWaiting) return;
    isWaiting = true;
    later(() => {
      isWaiting = false;
      flush();
    }, pause);
  };
  return { change, flush };
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

/** The storage of the frame, for the rest of the runtime. */
export interface Stored {
  /** Tells at once what is stored, if it is not what was told. */
  readonly flush: () => void;
  /** Another tab wrote: no key means it cleared, no text that it removed. */
  readonly receive: (key: string | null, text: string | null) => void;
}

/** What a person does may change what is protected, which no write tells. */
const ACTIONS = ['click', 'input', 'change', 'submit', 'keyup'];

/** Opens the storages with what is in them, and tells of all that changes. */
export function watchStorage(
  entries: readonly StoredEntry[],
  tell: (message: FromFrame) => void,
): Stored {
  const tellWrite = createWriteTeller(({ key, text }) => tell({ type: 'write', key, text }));
  const areas = installStorage(entries, (type, change, isOurs) => {
    teller.change();
    if (isOurs && type === 'local') tellWrite(change);
  });
  const storages = { local: localStorage, session: sessionStorage };
  const teller = createTeller(
    () => readEntries(areas, storages),
    (all) => tell({ type: 'stored', entries: all }),
  );
  for (const action of ACTIONS) addEventListener(action, teller.change);
  return {
    flush: teller.flush,
    receive(key, text) {
      if (key === null) areas.local.clear();
      else if (text === null) areas.local.remove(key);
      else areas.local.set(key, text);
    },
  };
}
