import type { Store } from '@tuffet/core';
import { openMemory } from '@tuffet/core/adapter';
import { charactersOf } from '../inspector/entry.ts';
import { findRuntime, listStores, openStorage } from './runtime.ts';
import type { Origin } from './timeline.ts';

/** `full`: writes that need more space fail. `blocked`: modules are in memory, other writes fail. */
export type Fault = 'none' | 'full' | 'blocked';

export interface Faults {
  getFault(): Fault;
  simulate(fault: Fault): void;
  /** Throws what the browser would throw for a write. */
  check(area: Storage, origin: Origin, method: string, args: readonly unknown[]): void;
  /** Applies the fault to a new module. */
  include(store: Store): void;
}

export function createFaults(): Faults {
  let fault: Fault = 'none';
  /** The characters that were removed since storage is full. */
  const free = new Map<Storage, number>();
  const blocked = new Set<Store>();

  const include = (store: Store): void => {
    if (fault !== 'blocked' || blocked.has(store) || !store.isPersistent()) return;
    blocked.add(store);
    moveToMemory(store);
  };
  return {
    getFault: () => fault,
    simulate(next) {
      fault = next;
      free.clear();
      if (next !== 'blocked') {
        for (const store of blocked) moveToStorage(store);
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

/** As browsers do: space that a removal frees can be used again. */
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

/** Like a module in a browser that blocks storage, but with the values that it has now. */
function moveToMemory(store: Store): void {
  const memory = openMemory();
  const text = openStorage(store.type)?.getItem(store.key) ?? null;
  if (text !== null) memory.area.setItem(store.key, text);
  store.configure(memory);
  store.read();
  store.report('denied', 'Simulated by @tuffet/devtools: values are only in memory.');
}

/** The module shows the stored values again. */
function moveToStorage(store: Store): void {
  const area = openStorage(store.type);
  const methods = findRuntime()?.natives;
  if (!area || !methods) return;
  store.configure({ area, methods });
  store.read();
}
