// What @tuffet/react-hooks declares. `make reference` writes this file.

import type { ModuleHelper, Root, StorageModule } from '@tuffet/core';

import type {
  Adopter,
  Consent,
  Expiry,
  Merger,
  StoragePatch,
} from '@tuffet/hooks';

import type {
  CheckerKey,
  DeepReadonly,
  Initial,
  MissingType,
  ModuleShape,
  ModuleValue,
  ResetterKey,
  Simplify,
  ValueChecker,
  ValueResetter,
  ValueSetter,
} from '@tuffet/shared';

// #region create-storage-options
interface CreateStorageOptions<T> {
  // #region create-storage-options-storage-module-key
  storageModuleKey: string;
  // #endregion create-storage-options-storage-module-key
  // #region create-storage-options-initial
  initial: Initial<T>;
  // #endregion create-storage-options-initial
  // #region create-storage-options-protect
  protect?: Protection;
  // #endregion create-storage-options-protect
  // #region create-storage-options-version
  version?: number;
  // #endregion create-storage-options-version
  // #region create-storage-options-pre-version
  preVersion?: number;
  // #endregion create-storage-options-pre-version
  // #region create-storage-options-migrations
  migrations?: Migrations;
  // #endregion create-storage-options-migrations
  // #region create-storage-options-adopt
  adopt?: Adopter<T>;
  // #endregion create-storage-options-adopt
  // #region create-storage-options-store-initial
  storeInitial?: boolean;
  // #endregion create-storage-options-store-initial
  // #region create-storage-options-merge
  merge?: Merger<T>;
  // #endregion create-storage-options-merge
  // #region create-storage-options-consent
  consent?: Consent;
  // #endregion create-storage-options-consent
  // #region create-storage-options-expiry
  expiry?: Expiry<T>;
  // #endregion create-storage-options-expiry
  // #region create-storage-options-on-error
  onError?: ErrorHandler;
  // #endregion create-storage-options-on-error
  // #region create-storage-options-check
  check?: EntryCheck;
  // #endregion create-storage-options-check
}
// #endregion create-storage-options

// #region entry-check
type EntryCheck = (root: Root) => string | undefined;
// #endregion entry-check

// #region error-handler
type ErrorHandler = (error: TuffetError) => void;
// #endregion error-handler

// #region migrations
type Migrations<T = Root, V extends number = number> = {
  readonly [Step in V]: (previous: Root) => T;
} & { readonly [Step in StepsBelow<V> & number]?: (previous: Root) => Root };
// #endregion migrations

// #region module-key
type ModuleKey<T> = T extends unknown ? keyof T & string : never;
// #endregion module-key

// #region protection
type Protection = boolean | 'strict';
// #endregion protection

// #region setter-key
type SetterKey<K extends string> = `set${Capitalize<K>}`;
// #endregion setter-key

// #region state-key
type StateKey<K extends string> = `${K}State`;
// #endregion state-key

// #region storage-helper
interface StorageHelper<T> {
  // #region storage-helper-size
  size(): number;
  // #endregion storage-helper-size
  // #region storage-helper-contains
  contains(key: ModuleKey<T>): boolean;
  // #endregion storage-helper-contains
  // #region storage-helper-initialize
  initialize(): boolean;
  // #endregion storage-helper-initialize
  // #region storage-helper-patch
  patch(values: StoragePatch<T>): boolean;
  // #endregion storage-helper-patch
}
// #endregion storage-helper

// #region storage-state
type StorageState<K extends string, V> = Simplify<
  { readonly [P in K]: DeepReadonly<V> } & {
    readonly [P in SetterKey<K>]: ValueSetter<V>;
  } & { readonly [P in ResetterKey<K>]: ValueResetter } & {
    readonly [P in CheckerKey<K>]: ValueChecker;
  }
>;
// #endregion storage-state

// #region storage-states
type StorageStates<T, Names extends string = StateKey<ModuleKey<T>>> = {
  readonly [K in ModuleKey<T> as StateKey<K> & Names]-?: StorageState<
    K,
    ModuleValue<T, K>
  >;
};
// #endregion storage-states

// #region storage-value
type StorageValue<V> = readonly [
  value: DeepReadonly<V>,
  set: ValueSetter<V>,
  controls: StorageValueControls,
];
// #endregion storage-value

// #region storage-value-controls
interface StorageValueControls {
  // #region storage-value-controls-reset
  readonly reset: ValueResetter;
  // #endregion storage-value-controls-reset
  // #region storage-value-controls-exists
  readonly exists: boolean;
  // #endregion storage-value-controls-exists
}
// #endregion storage-value-controls

// #region tuffet-error
class TuffetError extends Error {
  readonly code: TuffetErrorCode;
  // #region tuffet-error-key
  readonly key: string;
  // #endregion tuffet-error-key
  // #region tuffet-error-hint
  readonly hint: string;
  // #endregion tuffet-error-hint
  // #region tuffet-error-cause
  readonly cause?: unknown;
  // #endregion tuffet-error-cause
  // #region tuffet-error-raw
  readonly raw?: string;
  // #endregion tuffet-error-raw
  // #region tuffet-error-link
  readonly link: string;
  // #endregion tuffet-error-link
  // #region tuffet-error-constructor
  constructor(
    code: TuffetErrorCode,
    key: string,
    hint?: string,
    cause?: unknown,
    raw?: string,
  );
  // #endregion tuffet-error-constructor
}
// #endregion tuffet-error

// #region tuffet-error-code
type TuffetErrorCode =
  | 'invalid-options'
  | 'duplicate-key'
  | 'protected-key'
  | 'unserializable'
  | 'corrupt'
  | 'quota'
  | 'denied'
  | 'schema'
  | 'migration'
  | 'version';
// #endregion tuffet-error-code

// #region tuffet-storage
interface TuffetStorage<T> {
  // #region tuffet-storage-storage-module
  readonly storageModule: Omit<StorageModule<T>, 'store'>;
  // #endregion tuffet-storage-storage-module
  // #region tuffet-storage-helper
  readonly helper: ModuleHelper<T>;
  // #endregion tuffet-storage-helper
  // #region tuffet-storage-initial
  readonly initial: Initial<T>;
  // #endregion tuffet-storage-initial
  // #region tuffet-storage-get
  get(): DeepReadonly<T>;
  // #endregion tuffet-storage-get
  // #region tuffet-storage-get
  get<K extends ModuleKey<T>>(name: K): DeepReadonly<ModuleValue<T, K>>;
  // #endregion tuffet-storage-get
  // #region tuffet-storage-set
  set(values: StoragePatch<T>): boolean;
  // #endregion tuffet-storage-set
  // #region tuffet-storage-subscribe
  subscribe(
    listener: (
      values: { -readonly [K in keyof T]: DeepReadonly<T[K]> },
    ) => void,
  ): () => void;
  // #endregion tuffet-storage-subscribe
}
// #endregion tuffet-storage

// #region create-local-storage
function createLocalStorage<T extends ModuleShape<T> = MissingType>(
  options: CreateStorageOptions<T>,
): TuffetStorage<T>;
// #endregion create-local-storage

// #region create-session-storage
function createSessionStorage<T extends ModuleShape<T> = MissingType>(
  options: CreateStorageOptions<T>,
): TuffetStorage<T>;
// #endregion create-session-storage

// #region use-storage
function useStorage<T>(storage: TuffetStorage<T>): StorageStates<T>;
// #endregion use-storage

// #region use-storage-helper
function useStorageHelper<T>(storage: TuffetStorage<T>): StorageHelper<T>;
// #endregion use-storage-helper

// #region use-storage-value
function useStorageValue<T, K extends ModuleKey<T>>(
  storage: TuffetStorage<T>,
  name: K,
): StorageValue<ModuleValue<T, K>>;
// #endregion use-storage-value

// #region use-hydrated
function useHydrated(): boolean;
// #endregion use-hydrated
