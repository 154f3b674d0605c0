import {
  type EntryCheck,
  type ErrorHandler,
  type ModuleHelper,
  type Protection,
  type Root,
  type Serializer,
  StorageModule,
  type StorageType,
  TuffetError,
} from '@tuffet/core';
import { claimKey, isServer, textOf } from '@tuffet/core/adapter';
import type { Initial, MissingType, ModuleShape } from '@tuffet/shared';
import { openEntry } from './open-entry.js';
import { type Migrations, storedKeyOf } from './versions.js';

export interface CreateStorageOptions<T> {
  /** The name of the module, unique in its storage. */
  storageModuleKey: string;
  /** A value for every required property, and for no optional one. */
  initial: Initial<T>;
  /** Stops raw setItem and removeItem on this key; 'strict' also property writes. Default false. */
  protect?: Protection;
  /** Raise it when the shape of the module changes. Default 1. */
  version?: number;
  /** The version before this one, where it is not `version - 1`. */
  preVersion?: number;
  /** Carries values over from older versions; without it they are deleted. */
  migrations?: Migrations;
  /** Hears of corrupted entries, full or denied storage and the like. Default console.error. */
  onError?: ErrorHandler;
  /** Looks at every entry read or written; see `@tuffet/hooks/schema`. */
  check?: EntryCheck;
}

/** A module ready for use: give it to `useStorage` and `useStorageHelper`. */
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
  // Two live versions of one module would delete each other's entries: both names are claimed.
  const texts = Object.entries(initial).map(([name, value]) =>
    value === undefined ? name : [name, textOf(key, name, value, serializer)],
  );
  const definition = JSON.stringify([version, protect, texts]);
  for (const claimed of new Set([key, storedKey])) claimKey(type, claimed, definition);

  const storageModule = new StorageModule(storedKey, type, true) as unknown as StorageModule<T>;
  const helper = storageModule.getHelper();
  storageModule.store.configure({ ...options, initial, serializer });
  if (!isServer()) {
    const { preVersion = version - 1, migrations } = options;
    openEntry(storageModule.store, { key, version, preVersion, migrations, serializer });
  }
  if (protect) helper.protect(protect === 'strict' ? protect : undefined);
  return { storageModule, helper, initial: options.initial };
}

function checkOptions(
  options: Omit<CreateStorageOptions<unknown>, 'initial'> & { initial: unknown },
) {
  const { storageModuleKey: key, initial, version = 1, preVersion } = options;
  const isVersion = (v: number) => Number.isInteger(v) && v > 0;
  const demand = (isMet: unknown, hint: string) => {
    if (!isMet) throw new TuffetError('invalid-options', `${key}`, hint);
  };
  demand(key && typeof key === 'string', 'storageModuleKey must be a non-empty string.');
  demand(
    !/_v\d+$/.test(key),
    'storageModuleKey must not end in "_v<number>": that names a version.',
  );
  demand(initial && typeof initial === 'object', 'initial must hold every required property.');
  demand(isVersion(version), `version is ${version}; it must be a whole number from 1.`);
  demand(
    preVersion === undefined || (isVersion(preVersion) && preVersion < version),
    `preVersion is ${preVersion}; it must be a whole number from 1, below version ${version}.`,
  );
}
