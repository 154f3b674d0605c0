import type { Store } from '@tuffet/core';
import { keysIn, openMemory, parseKey, rootOf } from '@tuffet/core/adapter';
import type { Consent, Gate, OpenedArea } from './gate.ts';

export type { Consent } from './gate.ts';

/** A module with the option `consent`, or only its entries if a family has released it. */
interface GatedModule {
  readonly key: string;
  readonly opened: OpenedArea;
  readonly store?: Store;
  readonly open?: () => void;
  /** Set while the module isn't stored. */
  memory?: OpenedArea | undefined;
}

/** Removes entries of all versions and their backups. */
function erase({ key, opened: { area, methods } }: GatedModule): void {
  for (const name of keysIn(area)) {
    if (parseKey(name).owner === key) methods.removeItem.call(area, name);
  }
}

/** Moves a store to memory. Values that it has read stay; before the user agrees, there are none. */
function hold(store: Store, { area }: OpenedArea): OpenedArea {
  const memory = openMemory();
  const known = store.peek();
  const text = known.size && area.getItem(store.key);
  if (text) memory.area.setItem(store.key, text);
  store.configure(memory);
  // If another tab has erased the entry, only this page has the values.
  if (text === null) store.commit(rootOf(known));
  return memory;
}

/** Opens the entry, and writes the values that were set in memory. Returns false if that fails. */
function release({ store, opened, open }: Required<GatedModule>, memory: OpenedArea): boolean {
  const initial = store.getInitial();
  const chosen = new Map(
    [...store.read()].filter(([name, { text }]) => text !== initial.get(name)?.text),
  );
  let isStored = false;
  store.configure(opened);
  try {
    open();
    isStored = chosen.size ? store.commit(rootOf(chosen)) : !!store.read();
  } finally {
    // For example, storage is full: the page still shows the values that were set.
    if (!isStored) store.configure(memory);
  }
  return isStored;
}

/** Calls a function with every module. If calls throw, the first error is thrown after the last call. */
function callWithEach(modules: Iterable<GatedModule>, call: (module: GatedModule) => void): void {
  const errors: unknown[] = [];
  for (const module of modules) {
    try {
      call(module);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length) throw errors[0];
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
    if (store) module.memory ??= hold(store, opened);
    if (isAllowed === false) erase(module);
  };
  const storeHeld = (module: GatedModule) => {
    const { memory } = module;
    if (memory && release(module as Required<GatedModule>, memory)) module.memory = undefined;
  };
  const decide = (answer: boolean) => {
    isAllowed = answer;
    callWithEach(modules.values(), answer ? storeHeld : keepInMemory);
  };
  const openGated: Gate = (store, key, opened, open) => {
    const id = `${store.type}:${key}`;
    const known = modules.get(id);
    // A module that is created twice: only the first one may delete entries of older versions.
    const isHeld = known?.store === store && known.memory;
    const module = isHeld ? known : { key, opened, store, open };
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
