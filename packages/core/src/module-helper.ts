import type { DeepReadonly } from '@tuffet/shared';
import { rootOf } from './entry.js';
import type { ErrorHandler } from './errors.js';
import { setProtection } from './protection.js';
import type { Store } from './store.js';
import type { StorageType } from './types.js';

/** What concerns a module as a whole. */
export interface ModuleHelper<T> {
  /** The whole entry; `{}` when there is none. */
  getModule(): DeepReadonly<Partial<T>>;
  /** Puts a whole entry in the place of the stored one. */
  setModule(root: DeepReadonly<T>): boolean;
  /** Removes the entry, and what was kept of a corrupted one. */
  clearModule(): boolean;
  /** The key of the entry, with its version suffix if it has one. */
  getStorageKey(): string;
  getStorageType(): StorageType;
  /** Whether there is an entry in storage. */
  getExistence(): boolean;
  /** Makes raw setItem and removeItem on this key throw; 'strict' also stops property writes. */
  protect(mode?: 'strict'): void;
  cancelProtect(): void;
  /** Hears of what happens to users: corrupted entries, full or denied storage. */
  setErrorHandler(handler: ErrorHandler): void;
  /** False while the browser denies storage and values live in memory. */
  isPersistent(): boolean;
}

export function createModuleHelper<T>(store: Store): ModuleHelper<T> {
  const { type, key } = store;
  return {
    getModule: () => rootOf(store.read()) as DeepReadonly<Partial<T>>,
    setModule: (root) => {
      const absent = Array.from(store.read().keys(), (name) => [name, undefined]);
      return store.commit({ ...Object.fromEntries(absent), ...root });
    },
    clearModule: () => store.replace(null),
    getStorageKey: () => key,
    getStorageType: () => type,
    getExistence: store.exists,
    protect: (mode) => setProtection(type, key, mode ?? true),
    cancelProtect: () => setProtection(type, key, false),
    setErrorHandler: (onError) => store.configure({ onError }),
    isPersistent: store.isPersistent,
  };
}
