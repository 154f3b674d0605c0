import type {
  EntryCheck,
  ErrorHandler,
  ModuleHelper,
  Protection,
  Root,
  Serializer,
  StorageModule,
  Store,
} from '@tuffet/core';
import type { DeepReadonly, Initial, ModuleKey, ModuleValue } from '@tuffet/shared';
import type { Adopter } from './adoption.ts';
import type { Consent } from './gate.ts';
import type { Merger } from './merging.ts';
import type { StoragePatch } from './storage-patch.ts';
import type { Migrations } from './versions.ts';

/** Options of `createLocalStorage` and `createSessionStorage`. */
export interface CreateStorageOptions<T> {
  /** Name of the module, unique in its storage. */
  storageModuleKey: string;
  /** A value for every required property. Optional properties can't have one. */
  initial: Initial<T>;
  /** Blocks direct setItem and removeItem calls; 'strict' also property writes. Default: false. */
  protect?: Protection;
  /** Positive integer. Raise it to migrate or discard stored values. Default: 1. */
  version?: number;
  /** The version that precedes this one. Default: `version - 1`. */
  preVersion?: number;
  /** Migrates values from older versions. Without it, the values of `preVersion` are deleted. */
  migrations?: Migrations;
  /**
   * Returns values that other code stored under its own keys. Runs only if the module has no
   * entry of any version. See `@tuffet/hooks/adopt`.
   */
  adopt?: Adopter<T>;
  /** If false, only values that have been set are stored, so that you can change defaults. Default: true. */
  storeInitial?: boolean;
  /** Combines stored and initial values whenever an entry is read. See `@tuffet/hooks/merge`. */
  merge?: Merger<T>;
  /** Keeps the module in memory until the user agrees. See `@tuffet/hooks/consent`. */
  consent?: Consent;
  /** Lets values expire. See `@tuffet/hooks/expiry`. */
  expiry?: Expiry<T>;
  /** Called with run-time problems on the user's device. Default: console.error. */
  onError?: ErrorHandler;
  /** Validates every entry that is read or written. See `@tuffet/hooks/schema`. */
  check?: EntryCheck;
}

/** The options of a module after `expiry` has changed them. */
export interface OpenOptions extends CreateStorageOptions<Root> {
  readonly serializer: Serializer;
}

/** Lets values of a module expire. Returned by `expireAfter`. Changes the options that it receives. */
export type Expiry<T> = (store: Store, options: CreateStorageOptions<T>) => void;

/** A module. Pass it to `useStorage` and `useStorageHelper`, or use its methods anywhere. */
export interface TuffetStorage<T> {
  /** Reads and writes single properties, without falling back to initial values. */
  readonly storageModule: Omit<StorageModule<T>, 'store'>;
  /** Reads, replaces or removes the whole entry, and turns protection on and off. */
  readonly helper: ModuleHelper<T>;
  /** The `initial` option. */
  readonly initial: Initial<T>;
  /** Returns all values in a new object, with initial values for those that aren't stored. */
  get(): DeepReadonly<T>;
  /** Returns the stored value of a property, or its initial value if none is stored. */
  get<K extends ModuleKey<T>>(name: K): DeepReadonly<ModuleValue<T, K>>;
  /** Saves some properties atomically. Others stay as they are. Returns false if not saved. */
  set(values: StoragePatch<T>): boolean;
  /**
   * Calls `listener` with all values immediately, and after every change, in this tab or another.
   * Returns an unsubscribe function. The object is a copy: Svelte changes it and passes it to `set`.
   */
  subscribe(
    listener: (values: { -readonly [K in keyof T]: DeepReadonly<T[K]> }) => void,
  ): () => void;
}
