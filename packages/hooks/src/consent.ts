import type { Entry } from '@tuffet/core';
import { keysIn, openMemory, parseKey, rootOf } from '@tuffet/core/adapter';
import type { Consent, Gate, GatedStore, OpenedArea } from './gate.ts';

export type { Consent } from './gate.ts';

/** A module with the option `consent`, or only its entries if a family has released it. */
interface GatedModule {
  readonly key: string;
  readonly opened: OpenedArea;
  readonly store?: GatedStore;
  readonly open?: () => void;
}

/** Removes entries of all versions and their backups. */
function erase({ key, opened: { area, methods } }: GatedModule): void {
  for (const name of keysIn(area)) {
    if (parseKey(name).owner === key) methods.removeItem.call(area, name);
  }
}

/** Tracks which properties are set while a store is in memory. They replace what an earlier consent stored. */
function record(store: GatedStore): void {
  const { commit, replace, remove } = store;
  const note = (isDone: boolean) => {
    if (isDone && store.unsaved) store.unsaved.isReplaced = true;
    return isDone;
  };
  store.commit = (changes, intended) => {
    const isDone = commit(changes, intended);
    if (isDone) for (const name of Object.keys(changes)) store.unsaved?.names.add(name);
    return isDone;
  };
  store.replace = (...replacement) => note(replace(...replacement));
  store.remove = (isErasing) => {
    if (!isErasing) return note(remove());
    // `erase` deletes what is stored now; later entries of other tabs stay.
    if (store.unsaved) Object.assign(store.unsaved, { names: new Set(), isReplaced: false });
    return remove(true);
  };
}

/** Returns the properties of an entry that differ from those of another one. */
function differing(entry: Entry, base: Entry): Entry {
  return new Map([...entry].filter(([name, { text }]) => base.get(name)?.text !== text));
}

/** Moves a store to memory. Values that it has read stay; before the user agrees, there are none. */
function hold(store: GatedStore, { area }: OpenedArea): void {
  const memory = openMemory();
  const known = store.peek();
  const text = known.size && area.getItem(store.key);
  if (text) memory.area.setItem(store.key, text);
  store.configure(memory);
  // If another tab has erased the entry, or a write failed, only this page has the values.
  const lost = differing(known, store.read());
  if (lost.size) store.commit(rootOf(lost));
  store.unsaved = { memory, names: new Set(differing(known, store.getInitial()).keys()) };
}

/** Opens the entry, and writes what was set in memory. If that fails, the store stays in memory. */
function release({ store, opened, open }: GatedModule): void {
  const unsaved = store?.unsaved;
  if (!unsaved) return;
  const { memory, names, isReplaced } = unsaved;
  const values = rootOf(store.read());
  const root = store.exists() ? values : null;
  const changes = Object.fromEntries([...names].map((name) => [name, values[name]]));
  store.unsaved = undefined;
  store.configure(opened);
  let isStored = false;
  try {
    open?.();
    if (isReplaced) isStored = root ? store.replace(root) : store.remove();
    else isStored = names.size ? store.commit(changes) : !!store.read();
  } finally {
    // For example, storage is full: the page still shows the values that were set.
    if (!isStored) {
      store.configure(memory);
      store.unsaved = unsaved;
    }
  }
}

/**
 * Creates a consent object in the undecided state. Modules with the option `consent` are in memory
 * until you call `allow`. Their entries are neither read nor changed before you call `allow` or `deny`.
 */
export function createConsent(): Consent {
  /** By storage type and key. */
  const modules = new Map<string, GatedModule>();
  let isAllowed: boolean | undefined;

  const keepInMemory = (module: GatedModule) => {
    const { store, opened } = module;
    try {
      if (store && !store.unsaved) hold(store, opened);
    } finally {
      if (isAllowed === false) erase(module);
    }
  };
  const decide = (answer: boolean) => {
    isAllowed = answer;
    const errors: unknown[] = [];
    for (const module of modules.values()) {
      try {
        if (answer) release(module);
        else keepInMemory(module);
      } catch (error) {
        // An error handler that throws doesn't affect other modules.
        errors.push(error);
      }
    }
    if (errors.length) throw errors[0];
  };
  const openGated: Gate = (store, key, opened, open) => {
    const id = `${store.type}:${key}`;
    const known = modules.get(id);
    // A module that is created twice: only the first one may delete entries of older versions.
    const isHeld = known?.store === store && store.unsaved;
    const module = isHeld ? known : { key, opened, store, open };
    if (!store.forget) record(store);
    modules.set(id, module);
    // Frees the memory of the store; `deny` still removes its entry.
    store.forget = () => modules.get(id) === module && modules.set(id, { key, opened });
    if (isAllowed) open();
    else keepInMemory(module);
  };
  return {
    allow: () => decide(true),
    deny: () => decide(false),
    '~open': openGated,
  };
}
