import type { Store } from '@tuffet/core';
import { openMemory, rootOf } from '@tuffet/core/adapter';
import { keysIn } from './area-keys.ts';
import type { Consent, Gate, OpenedArea } from './gate.ts';

export type { Consent } from './gate.ts';

/** A module with the option `consent`. */
interface GatedModule {
  readonly store: Store;
  readonly key: string;
  readonly opened: OpenedArea;
  readonly open: () => void;
}

/** After the key: the entry of any version, and the backups of corrupted ones. */
const SUFFIX = /^(_v([2-9]|[1-9]\d+))?(__corrupt)?$/;

function erase({ key, opened: { area, methods } }: GatedModule): void {
  for (const name of keysIn(area)) {
    if (name.startsWith(key) && SUFFIX.test(name.slice(key.length))) {
      methods.removeItem.call(area, name);
    }
  }
}

/** Moves a module to memory. Values that it has read stay; before the user agrees, there are none. */
function hold({ store, opened }: GatedModule): OpenedArea {
  const memory = openMemory();
  const text = store.peek().size && opened.area.getItem(store.key);
  if (text) memory.area.setItem(store.key, text);
  store.configure(memory);
  return memory;
}

/** Opens the entry, and writes the values that were set in memory. Returns false if that fails. */
function release({ store, opened, open }: GatedModule, memory: OpenedArea): boolean {
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
  const modules = new Map<Store, GatedModule>();
  /** The memory of the modules that aren't stored. */
  const held = new Map<Store, OpenedArea>();
  let isAllowed: boolean | undefined;

  const keepInMemory = (module: GatedModule) => {
    if (!held.has(module.store)) held.set(module.store, hold(module));
    if (isAllowed === false) erase(module);
  };
  const storeHeld = (module: GatedModule) => {
    const memory = held.get(module.store);
    if (memory && release(module, memory)) held.delete(module.store);
  };
  const decide = (answer: boolean) => {
    isAllowed = answer;
    callWithEach(modules.values(), answer ? storeHeld : keepInMemory);
  };
  const openGated: Gate = (store, key, opened, open) => {
    const module = { store, key, opened, open };
    // A module that is created twice: only the first one may delete entries of older versions.
    if (!held.has(store)) modules.set(store, module);
    if (isAllowed) open();
    else keepInMemory(module);
  };
  return {
    allow: () => decide(true),
    deny: () => decide(false),
    '~open': openGated,
  };
}
