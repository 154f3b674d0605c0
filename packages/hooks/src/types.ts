import type {
  EntryCheck,
  ErrorHandler,
  ModuleHelper,
  Protection,
  StorageModule,
} from '@tuffet/core';
import type { Initial } from '@tuffet/shared';
import type { Migrations } from './versions.ts';

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
