import {
  type EntryCheck,
  type ErrorHandler,
  type ModuleHelper,
  type Protection,
  type Root,
  type Serializer,
  StorageModule,
  type StorageType,
} from '@tuffet/core';
import { claimKey, isServer } from '@tuffet/core/adapter';
import type { Initial, MissingType, ModuleShape } from '@tuffet/shared';
import { checkOptions } from './check-options.ts';
import { defineModule, type Place, placeOf } from './definition.ts';
import { openEntry } from './open-entry.ts';
import { type Migrations, storedKeyOf } from './versions.ts';

/** Options of `createLocalStorage` and `createSessionStorage`. */
export interface CreateStorageOptions<T> {
  /** Name of the module, unique in its storage. */
  storageModuleKey: string;
  /** A value for every required property. Optional properties can't have one. */
  initial: Initial<T>;
  /** Blocks direct setItem and removeItem calls; 'strict' also property writes. Default: false. */
  protect?: Protection;
  /** Positive integer. Raise it when the shape of the module changes. Default: 1. */
  version?: number;
  /** The version that precedes this one. Default: `version - 1`. */
  preVersion?: number;
  /** Migrates values from older versions. Without it, the values of `preVersion` are deleted. */
  migrations?: Migrations;
  /** Called with run-time problems on the user's device. Default: console.error. */
  onError?: ErrorHandler;
  /** Validates every entry that is read or written. See `@tuffet/hooks/schema`. */
  check?: EntryCheck;
}

/** A module. Pass it to `useStorage` and `useStorageHelper`. */
export interface TuffetStorage<T> {
  readonly storageModule: StorageModule<T>;
  readonly helper: ModuleHelper<T>;
  readonly initial: Initial<T>;
}

/** Creates a module in local storage. */
export function createLocalStorage<T extends ModuleShape<T> = MissingType>(
  options: CreateStorageOptions<T>,
): TuffetStorage<T> {
  return createStorage<T>('local', options);
}

/** Creates a module in session storage. */
export function createSessionStorage<T extends ModuleShape<T> = MissingType>(
  options: CreateStorageOptions<T>,
): TuffetStorage<T> {
  return createStorage<T>('session', options);
}

/** What both creators do, for any type that the serializer can hold. */
export function createStorage<T>(
  type: StorageType,
  options: CreateStorageOptions<T>,
  serializer: Serializer = JSON,
): TuffetStorage<T> {
  checkOptions(options);
  const { storageModuleKey: key, version = 1, protect = false } = options;
  const storedKey = storedKeyOf(key, version);
  const initial = options.initial as Root;
  // Two live versions of one module would delete each other's entries: both keys are claimed.
  const previous = claimKey(type, key, defineModule(options, serializer), storedKey);

  const storageModule = new StorageModule(storedKey, type, true) as unknown as StorageModule<T>;
  const helper = storageModule.getHelper();
  storageModule.store.configure({ ...options, initial, serializer });
  const replaced = placeOf(key, previous);
  if (replaced && replaced.storedKey !== storedKey) release(type, replaced);
  else if (replaced?.isProtected && !protect) helper.cancelProtect();
  if (!isServer()) {
    const { preVersion = version - 1, migrations, check } = options;
    // Hot reload may run between the edit that raises the version and the one that migrates.
    const mayDelete = !previous;
    const versioning = { key, version, preVersion, migrations, serializer, check, mayDelete };
    openEntry(storageModule.store, versioning);
  }
  if (protect) helper.protect(protect === 'strict' ? protect : undefined);
  return { storageModule, helper, initial: options.initial };
}

/** Hot reload has raised the version: what the previous definition holds is no longer in use. */
function release(type: StorageType, { storedKey, isProtected }: Place): void {
  const replaced = new StorageModule(storedKey, type, true);
  // Its entry goes because of this page, not because of a newer release in another tab.
  replaced.store.configure({ findNewer: () => undefined });
  if (isProtected) replaced.getHelper().cancelProtect();
}
