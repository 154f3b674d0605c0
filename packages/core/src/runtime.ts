import { callAll } from './store/listeners.ts';
import { createStore, type Store } from './store/store.ts';
import type { Claims, StorageType } from './types.ts';
import { type Area, isServer, type OpenedArea, openMemory } from './web-storage.ts';

export type Natives = Pick<Storage, 'setItem' | 'removeItem' | 'clear'>;

/** The state that all copies of this package on a page share. */
export interface Runtime extends Claims {
  /** The methods of `Storage` before any protection. */
  readonly natives: Natives;
  /** While any key is protected: our methods, and the ones they replaced. */
  patch?: { readonly ours: Natives; readonly beneath: Natives } | undefined;
  /** Protected keys by storage; the value is true for strict protection. */
  readonly guards: Map<Area, Map<string, boolean>>;
  readonly stores: Map<string, Store>;
}

// Increase the number if the shape of Runtime or Store changes.
const RUNTIME: unique symbol = Symbol.for('@tuffet/core/2');

const host = globalThis as { [RUNTIME]?: Runtime | undefined };

/** Returns the methods of `Storage` as they are now. */
export function currentMethods(): Natives {
  const { setItem, removeItem, clear } = Storage.prototype;
  return { setItem, removeItem, clear };
}

function createRuntime(): Runtime {
  const stores: Runtime['stores'] = new Map();
  const receive = (event: Event) => callAll(stores.values(), (store) => store.receive(event));
  addEventListener('storage', receive);
  // A page in the back/forward cache receives no storage events.
  addEventListener('pageshow', receive);
  return { natives: currentMethods(), guards: new Map(), stores, claims: new Map() };
}

/** Only for browsers: during SSR there is no runtime, so nothing leaks between requests. */
export function getRuntime(): Runtime {
  host[RUNTIME] ??= createRuntime();
  return host[RUNTIME];
}

/** Replaces the runtime of the page. Without one, the next call of `getRuntime` creates it. */
export function setRuntime(runtime: Runtime | undefined): void {
  host[RUNTIME] = runtime;
}

/** Opens a storage, or an in-memory one during SSR and if storage is blocked. */
export function openArea(type: StorageType): OpenedArea {
  let denial: unknown;
  if (!isServer()) {
    try {
      const area = window[`${type}Storage`];
      // One of these throws if storage is blocked; in some embedded browsers it is null.
      area.getItem('');
      return { area, methods: getRuntime().natives };
    } catch (cause) {
      denial = cause;
    }
  }
  return openMemory(denial);
}

/** Returns the store of a storage type and key: one per page, a new one during SSR. */
export function openStore(type: StorageType, key: string): Store {
  const stores: Runtime['stores'] = isServer() ? new Map() : getRuntime().stores;
  const id = `${type}:${key}`;
  const store = stores.get(id) ?? createStore(type, key, openArea(type), () => performance.now());
  stores.set(id, store);
  return store;
}

/** Releases a store and its keys. It no longer receives changes from other tabs. */
export function closeStore(store: Store, moduleKey: string): void {
  const { type, key } = store;
  const { stores, claims } = getRuntime();
  // Another module may have opened a new store since.
  if (stores.get(`${type}:${key}`) !== store) return;
  stores.delete(`${type}:${key}`);
  for (const name of [key, moduleKey]) claims.delete(`${type}:${name}`);
}
