import type {
  DeepReadonly,
  MissingType,
  ModuleKey,
  ModuleShape,
  ModuleValue,
} from '@tuffet/shared';
import { TuffetError } from './errors.js';
import { createModuleHelper, type ModuleHelper } from './module-helper.js';
import { claimKey } from './module-registry.js';
import { openStore, type Store } from './store.js';
import { StorageType } from './types.js';

/** One named entry in web storage, read and written property by property. */
export interface StorageModule<T> {
  /** The shared entry behind this module: subscribe here, or build an adapter on it. */
  readonly store: Store;
  /** The value in the entry; undefined where the property is absent. */
  getItem<K extends ModuleKey<T>>(key: K): DeepReadonly<ModuleValue<T, K>> | undefined;
  /** Writes one property. False: storage is full or refused it, and nothing changed. */
  setItem<K extends ModuleKey<T>>(key: K, value: DeepReadonly<ModuleValue<T, K>>): boolean;
  /** Removes one property. */
  removeItem(key: ModuleKey<T>): boolean;
  /** Leaves an empty entry. */
  clear(): boolean;
  /** Whether the entry holds the property. */
  contains(key: ModuleKey<T>): boolean;
  /** How many properties the entry holds. */
  size(): number;
  /** What concerns the module as a whole. */
  getHelper(): ModuleHelper<T>;
}

export interface StorageModuleConstructor {
  /** Touches no storage. The key must be unique unless `noUniqueVerify` is true. */
  new <T extends ModuleShape<T> = MissingType>(
    key: string,
    storageType: StorageType,
    noUniqueVerify?: boolean,
  ): StorageModule<T>;
}

const TYPES = Object.values(StorageType);

class Module {
  readonly store: Store;

  constructor(key: string, storageType: StorageType, noUniqueVerify = false) {
    const problem =
      !key || typeof key !== 'string'
        ? 'The key must be a non-empty string.'
        : !TYPES.includes(storageType) &&
          `The storage type must be "local" or "session", not "${storageType}".`;
    if (problem) throw new TuffetError('invalid-options', `${key}`, problem);
    if (!noUniqueVerify) claimKey(storageType, key);
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

/** A class whose type parameter must be a type alias of plain data. */
export const StorageModule = Module as unknown as StorageModuleConstructor;
