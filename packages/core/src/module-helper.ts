import type { DeepReadonly } from '@tuffet/shared';
import { hintOf } from './development.ts';
import { type ErrorHandler, TuffetError } from './errors.ts';
import { setProtection } from './protection.ts';
import { isObject, rootOf } from './store/entry.ts';
import type { Store } from './store/store.ts';
import type { StorageType } from './types.ts';

/** Methods that act on the whole module. */
export interface ModuleHelper<T> {
  /** Returns the whole entry, or `{}` if none exists. */
  getModule(): DeepReadonly<Partial<T>>;
  /** Replaces the whole entry. Without a stored entry, missing properties come from `initial`. */
  setModule(root: DeepReadonly<T>): boolean;
  /** Removes the entry and its backups. */
  clearModule(): boolean;
  /** Returns the key of the entry, including the version suffix if there is one. */
  getStorageKey(): string;
  /** Returns `local` or `session`. */
  getStorageType(): StorageType;
  /** Returns whether the entry exists. */
  getExistence(): boolean;
  /** Makes direct setItem and removeItem calls on this key throw; 'strict' also property writes. */
  protect(mode?: 'strict'): void;
  /** Allows direct writes again. */
  cancelProtect(): void;
  /** Sets the function called with run-time problems: corrupted entries, full or blocked storage. */
  setErrorHandler(handler: ErrorHandler): void;
  /** Returns false if values are only in memory: storage is blocked or failed, or consent is missing. */
  isPersistent(): boolean;
}

export function createModuleHelper<T>(store: Store): ModuleHelper<T> {
  const { type, key } = store;
  return {
    getModule: () => rootOf(store.read()) as DeepReadonly<Partial<T>>,
    setModule: (root) => {
      if (!isObject(root)) {
        throw new TuffetError('invalid-options', key, hintOf('notAnObject', 'setModule', root));
      }
      const absent = Array.from(store.getStored().keys(), (name) => [name, undefined]);
      return store.commit({ ...Object.fromEntries(absent), ...root });
    },
    clearModule: () => store.remove(),
    getStorageKey: () => key,
    getStorageType: () => type,
    getExistence: store.exists,
    protect: (mode) => setProtection(type, key, mode ?? true),
    cancelProtect: () => setProtection(type, key, false),
    setErrorHandler: (onError) => store.configure({ onError }),
    isPersistent: store.isPersistent,
  };
}
