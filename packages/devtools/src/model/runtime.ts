import type { Store } from '@tuffet/core';
import { openArea } from '@tuffet/core/adapter';

export type StorageName = 'local' | 'session';

export const STORAGES: readonly StorageName[] = ['local', 'session'];

export type WriteMethods = Pick<Storage, 'setItem' | 'removeItem' | 'clear'>;

/** The part of the state that all copies of `@tuffet/core` on a page share. */
export interface Runtime {
  /** Modules write with these methods, so replacing them observes all modules. */
  readonly natives: WriteMethods;
  /** Protected keys by storage; the value is true for strict protection. */
  readonly guards: ReadonlyMap<unknown, ReadonlyMap<string, boolean>>;
  readonly stores: ReadonlyMap<string, Store>;
}

const RUNTIME: unique symbol = Symbol.for('@tuffet/core/2');

/** Returns undefined if the browser blocks storage and there are no modules. */
export function findRuntime(): Runtime | undefined {
  // Creates the runtime if there are no modules yet: later, it would keep methods that we replaced.
  openArea('local');
  return (globalThis as { [RUNTIME]?: Runtime })[RUNTIME];
}

export function listStores(): Store[] {
  return [...(findRuntime()?.stores.values() ?? [])];
}

/** Returns undefined if the browser blocks storage. */
export function openStorage(name: StorageName): Storage | undefined {
  try {
    return name === 'local' ? localStorage : sessionStorage;
  } catch {
    return undefined;
  }
}

/** Returns undefined for the storage of an iframe. */
export function nameOfStorage(storage: unknown): StorageName | undefined {
  return STORAGES.find((name) => openStorage(name) === storage);
}
