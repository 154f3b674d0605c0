import type {
  DeepReadonly,
  MissingType,
  ModuleKey,
  ModuleShape,
  ModuleValue,
} from '@tuffet/shared';
import { hintOf } from './development.ts';
import { TuffetError } from './errors.ts';
import { createModuleHelper, type ModuleHelper } from './module-helper.ts';
import { claimKey } from './module-registry.ts';
import { openStore } from './runtime.ts';
import type { Store } from './store/store.ts';
import type { StorageType } from './types.ts';

/** One entry in web storage, read and written property by property. */
export interface StorageModule<T> {
  /** The store behind this module: subscribe to it, or build an adapter on it. */
  readonly store: Store;
  /** Returns the stored value, or undefined if the property is not stored. */
  getItem<K extends ModuleKey<T>>(key: K): DeepReadonly<ModuleValue<T, K>> | undefined;
  /** Saves one property. Returns false if nothing was written. */
  setItem<K extends ModuleKey<T>>(key: K, value: DeepReadonly<ModuleValue<T, K>>): boolean;
  /** Removes one property. */
  removeItem(key: ModuleKey<T>): boolean;
  /** Removes all properties. An empty entry remains. */
  clear(): boolean;
  /** Returns whether the property is stored. */
  contains(key: ModuleKey<T>): boolean;
  /** Returns the number of stored properties. */
  size(): number;
  /** Returns methods that act on the whole module. */
  getHelper(): ModuleHelper<T>;
}

export interface StorageModuleConstructor {
  /** Doesn't access storage. The key must be unique unless `noUniqueVerify` is true. */
  new <T extends ModuleShape<T> = MissingType>(
    key: string,
    storageType: StorageType,
    noUniqueVerify?: boolean,
  ): StorageModule<T>;
}

class Module {
  readonly store: Store;

  constructor(key: string, storageType: StorageType, noUniqueVerify = false) {
    const isKey = key && typeof key === 'string';
    if (!isKey || !/^(local|session)$/.test(storageType)) {
      throw new TuffetError('invalid-options', `${key}`, hintOf('address', isKey, storageType));
    }
    claimKey(storageType, key, undefined, key, noUniqueVerify);
    this.store = openStore(storageType, key);
  }

  getItem(key: string): unknown {
    return this.store.read().get(key)?.value;
  }

  setItem(key: string, value: unknown): boolean {
    return this.store.commit({ [key]: value });
  }

  removeItem(key: string): boolean {
    return this.store.commit({ [key]: undefined });
  }

  clear(): boolean {
    return this.store.replace({});
  }

  contains(key: string): boolean {
    return this.store.read().has(key);
  }

  size(): number {
    return this.store.read().size;
  }

  getHelper(): ModuleHelper<Record<string, unknown>> {
    return createModuleHelper(this.store);
  }
}

/** Reads and writes one entry in web storage. The type parameter must be a type alias. */
export const StorageModule = Module as unknown as StorageModuleConstructor;
