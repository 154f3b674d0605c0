import type { Store, StoreOptions } from '@tuffet/core';
import { openMemory } from '@tuffet/core/adapter';
import { charactersOf } from '../inspector/entry.ts';
import { findRuntime, listStores, openStorage } from './runtime.ts';
import type { Origin } from './timeline.ts';

/** `full`: writes that need more space fail. `blocked`: modules are in memory, other writes fail. */
export type Fault = 'none' | 'full' | 'blocked';

export interface Faults {
  getFault(): Fault;
  simulate(fault: Fault): void;
  /** Throws the error that a browser would throw for a write. */
  check(area: Storage, origin: Origin, method: string, args: readonly unknown[]): void;
  /** Applies the simulation to a new module. */
  include(store: Store): void;
}

export function createFaults(): Faults {
  let fault: Fault = 'none';
  /** Characters freed since the simulation started. */
  const free = new Map<Storage, number>();
  /** Functions that end the simulation for a module. */
  const blocked = new Map<Store, () => void>();

  const include = (store: Store): void => {
    if (fault === 'blocked' && !blocked.has(store)) blocked.set(store, block(store));
  };
  return {
    getFault: () => fault,
    simulate(next) {
      fault = next;
      free.clear();
      if (next !== 'blocked') {
        for (const unblock of blocked.values()) unblock();
        blocked.clear();
      }
      listStores().forEach(include);
    },
    check(area, origin, method, args) {
      if (fault === 'blocked' && origin === 'raw') throw createError('SecurityError');
      if (fault === 'full') reserve(free, area, method, args);
    },
    include,
  };
}

function createError(name: 'QuotaExceededError' | 'SecurityError'): DOMException {
  const problem = name === 'SecurityError' ? 'blocked' : 'full';
  return new DOMException(`Storage is ${problem}: simulated by @tuffet/devtools.`, name);
}

/** Like in browsers, space that a removal frees can be used again. */
function reserve(
  free: Map<Storage, number>,
  area: Storage,
  method: string,
  args: readonly unknown[],
): void {
  if (method === 'clear') return void free.set(area, Number.POSITIVE_INFINITY);
  const key = String(args[0]);
  const old = area.getItem(key);
  const text = method === 'setItem' ? String(args[1]) : null;
  const growth = sizeOf(key, text) - sizeOf(key, old);
  const left = (free.get(area) ?? 0) - growth;
  if (growth > 0 && left < 0) throw createError('QuotaExceededError');
  free.set(area, left);
}

const sizeOf = (key: string, text: string | null): number =>
  text === null ? 0 : charactersOf({ key, text });

/**
 * Moves a module to memory, like in a browser that blocks storage, but with the values that it has
 * now. Until the returned function is called, the module stays there: if the user decides about
 * consent, the storage that the decision configures is applied at the end.
 */
function block(store: Store): () => void {
  const { configure } = store;
  const [area, methods] = [openStorage(store.type), findRuntime()?.natives];
  let intended: Pick<StoreOptions, 'area' | 'methods'> | undefined;
  if (store.isPersistent() && area && methods) {
    intended = { area, methods };
    moveToMemory(store, area);
  }
  const defer: Store['configure'] = ({ area: next, methods: writers, ...options }) => {
    if (next && writers) intended = { area: next, methods: writers };
    configure(options);
  };
  store.configure = defer;
  return () => {
    if (store.configure === defer) store.configure = configure;
    if (!intended) return;
    configure(intended);
    callSafely(() => store.read());
  };
}

function moveToMemory(store: Store, area: Storage): void {
  const memory = openMemory();
  const text = area.getItem(store.key);
  if (text !== null) memory.area.setItem(store.key, text);
  store.configure(memory);
  callSafely(() => {
    store.read();
    store.report('denied', 'Simulated by @tuffet/devtools: values are only in memory.');
  });
}

/** The error handler of one module may throw: the others are still moved, and the error is logged. */
function callSafely(run: () => void): void {
  try {
    run();
  } catch (error) {
    console.error(error);
  }
}
