import { StorageModule, type Store, type TuffetError } from '@tuffet/core';
import { resetModules } from '@tuffet/core/testing';
import { afterEach, beforeEach, vi } from 'vitest';

export type Module = { a?: number; b?: number; list?: number[] };

export interface Created {
  readonly module: StorageModule<Module>;
  readonly store: Store;
  readonly errors: TuffetError[];
}

/** Resets modules and storage before every test, and mocks after it. */
export function resetStorage(): void {
  beforeEach(() => {
    resetModules();
    localStorage.clear();
    sessionStorage.clear();
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
  });
}

/** Returns the error that a function throws, if any. */
export function errorOf(run: () => unknown): TuffetError | undefined {
  try {
    run();
  } catch (error) {
    return error as TuffetError;
  }
  return undefined;
}

/** Calls a function from a file with this address, as stacks show it. */
export function runIn<R>(address: string, run: () => R): R {
  return new Function('run', `return run();\n//# sourceURL=${address}`)(run);
}

/** Creates the module `m`, and collects its errors. */
export function createModule(): Created {
  const module = new StorageModule<Module>('m', 'local');
  const errors: TuffetError[] = [];
  module.getHelper().setErrorHandler((error) => void errors.push(error));
  return { module, store: module.store, errors };
}

/** Changes the entry as another tab does: this page receives the event afterwards. */
export function changeElsewhere(newValue: string | null, key: string | null = 'm'): void {
  const oldValue = localStorage.getItem('m');
  if (newValue === null) localStorage.removeItem('m');
  else localStorage.setItem('m', newValue);
  dispatchEvent(
    new StorageEvent('storage', { key, oldValue, newValue, storageArea: localStorage }),
  );
}

/** Returns the entry of the module and its backups, by key. */
export function readEntries(): Record<string, string> {
  const all: [string, string][] = Object.entries({ ...localStorage });
  return Object.fromEntries(all.filter(([key]) => key.startsWith('m')));
}
