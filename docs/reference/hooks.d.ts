// What @tuffet/hooks declares. `make reference` writes this file.

import type {
  Cell,
  Lineage,
  ModuleHelper,
  Root,
  StorageModule,
  StorageType,
  StoreOptions,
} from '@tuffet/core';

import type {
  DeepReadonly,
  Initial,
  MissingType,
  ModuleShape,
  ModuleValue,
  SetAction,
} from '@tuffet/shared';

// #region adopter
type Adopter<T> = (
  old: OldEntries,
  initial: Initial<T>,
) =>
  | { readonly [K in ModuleKey<T>]?: ModuleValue<T, K> | undefined }
  | undefined;
// #endregion adopter

// #region consent
interface Consent {
  // #region consent-allow
  allow(): void;
  // #endregion consent-allow
  // #region consent-deny
  deny(): void;
  // #endregion consent-deny
  // #region consent-open
  readonly '~open': (...module: never) => void;
  // #endregion consent-open
}
// #endregion consent

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

// #region expiry
type Expiry<T> = (store: Store, options: CreateStorageOptions<T>) => void;
// #endregion expiry

// #region merger
type Merger<T> = (
  stored: { readonly [K in ModuleKey<T>]?: StoredValue<ModuleValue<T, K>> },
  initial: Initial<T>,
) => StoragePatch<T>;
// #endregion merger

// #region migrations
type Migrations<T = Root, V extends number = number> = {
  readonly [Step in V]: (previous: Root) => T;
} & { readonly [Step in StepsBelow<V> & number]?: (previous: Root) => Root };
// #endregion migrations

// #region module-key
type ModuleKey<T> = T extends unknown ? keyof T & string : never;
// #endregion module-key

// #region old-entries
interface OldEntries {
  // #region old-entries-read
  read(key: string): string | null;
  // #endregion old-entries-read
  // #region old-entries-take
  take(key: string): string | null;
  // #endregion old-entries-take
}
// #endregion old-entries

// #region protection
type Protection = boolean | 'strict';
// #endregion protection

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

// #region storage-item
interface StorageItem<V> {
  // #region storage-item-get
  get(): DeepReadonly<V>;
  // #endregion storage-item-get
  // #region storage-item-set
  set(value: SetAction<V>): boolean;
  // #endregion storage-item-set
  // #region storage-item-reset
  reset(): boolean;
  // #endregion storage-item-reset
  // #region storage-item-exist
  exist(): boolean;
  // #endregion storage-item-exist
  // #region storage-item-subscribe
  subscribe(listener: (value: DeepReadonly<V>) => void): () => void;
  // #endregion storage-item-subscribe
}
// #endregion storage-item

// #region storage-items
type StorageItems<T> = {
  readonly [K in ModuleKey<T>]-?: StorageItem<ModuleValue<T, K>>;
};
// #endregion storage-items

// #region storage-patch
type StoragePatch<T> = {
  readonly [K in ModuleKey<T>]?:
    | DeepReadonly<ModuleValue<T, K>>
    | (undefined extends ModuleValue<T, K> ? undefined : never);
};
// #endregion storage-patch

// #region stored-value
type StoredValue<V> = V extends
  | readonly unknown[]
  | Date
  | ReadonlyMap<unknown, unknown>
  | ReadonlySet<unknown>
  ? V
  : V extends object
    ? string extends keyof V
      ? V
      : { readonly [K in keyof V]?: StoredValue<V[K]> }
    : V;
// #endregion stored-value

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
function useStorage<T>(storage: TuffetStorage<T>): StorageItems<T>;
// #endregion use-storage

// #region use-storage-helper
function useStorageHelper<T>(storage: TuffetStorage<T>): StorageHelper<T>;
// #endregion use-storage-helper

// #region steps-below
type StepsBelow<
  V extends number,
  Count extends 0[] = [0, 0],
  Steps = never,
> = Count['length'] extends V
  ? Steps
  : StepsBelow<V, [...Count, 0], Steps | Count['length']>;
// #endregion steps-below

// #region entry
type Entry = ReadonlyMap<string, Cell>;
// #endregion entry

// #region store
interface Store {
  // #region store-type
  readonly type: StorageType;
  // #endregion store-type
  // #region store-key
  readonly key: string;
  // #endregion store-key
  // #region store-lineage
  lineage?: Lineage;
  // #endregion store-lineage
  // #region store-read
  read(): Entry;
  // #endregion store-read
  // #region store-peek
  peek(): Entry;
  // #endregion store-peek
  // #region store-get-stored
  getStored(): Entry;
  // #endregion store-get-stored
  // #region store-get-initial
  getInitial(): Entry;
  // #endregion store-get-initial
  // #region store-get-defaults
  getDefaults(): Entry;
  // #endregion store-get-defaults
  // #region store-exists
  exists(): boolean;
  // #endregion store-exists
  // #region store-commit
  commit(changes: Root, intended?: string[]): boolean;
  // #endregion store-commit
  // #region store-replace
  replace(root: Root, deletesBackups?: boolean, origin?: string): boolean;
  // #endregion store-replace
  // #region store-remove
  remove(isErasing?: boolean): boolean;
  // #endregion store-remove
  // #region store-fill
  fill(): void;
  // #endregion store-fill
  // #region store-subscribe
  subscribe(listener: () => void, property?: string): () => void;
  // #endregion store-subscribe
  // #region store-is-persistent
  isPersistent(): boolean;
  // #endregion store-is-persistent
  // #region store-get-area
  getArea(): OpenedArea;
  // #endregion store-get-area
  // #region store-configure
  configure(options: StoreOptions): void;
  // #endregion store-configure
  // #region store-report
  report(
    code: TuffetErrorCode,
    hint?: string,
    cause?: unknown,
    raw?: string,
  ): void;
  // #endregion store-report
  // #region store-receive
  receive(event: Partial<StorageEvent>): void;
  // #endregion store-receive
}
// #endregion store

// #region create-named-proxy
function createNamedProxy<V>(
  list: () => string[],
  memberOf: (name: string) => V,
): Record<string, V>;
// #endregion create-named-proxy

// #region is-server
function isServer(): boolean;
// #endregion is-server

// #region items-of
function itemsOf(store: Store): Record<string, StorageItem<unknown>>;
// #endregion items-of

// #region names-in
function namesIn(store: Store): string[];
// #endregion names-in

// #region store-of
function storeOf<T>(storage: TuffetStorage<T>): Store;
// #endregion store-of

// #region value-in
function valueIn(store: Store, name: string, entry?: Entry): unknown;
// #endregion value-in

// #region old-keys
type OldKeys<T> = {
  readonly [K in ModuleKey<T>]?:
    | readonly [
        key: string,
        parse: (text: string) => NonNullable<ModuleValue<T, K>>,
      ]
    | ([ModuleValue<T, K>] extends [string | number | boolean | object]
        ? string
        : never);
};
// #endregion old-keys

// #region old-state
type OldState = Record<string, any>;
// #endregion old-state

// #region from-jotai
function fromJotai<T>(
  keys: { readonly [K in ModuleKey<T>]?: string },
): Adopter<T>;
// #endregion from-jotai

// #region from-keys
function fromKeys<T>(keys: OldKeys<T>): Adopter<T>;
// #endregion from-keys

// #region from-pinia
function fromPinia<T>(
  key: string,
  select?: (state: OldState) => ReturnType<Adopter<T>>,
): Adopter<T>;
// #endregion from-pinia

// #region from-redux-persist
function fromReduxPersist<T>(
  key: string,
  select?: (slices: OldState) => ReturnType<Adopter<T>>,
): Adopter<T>;
// #endregion from-redux-persist

// #region from-vue-use
function fromVueUse<T>(source: string | OldKeys<T>): Adopter<T>;
// #endregion from-vue-use

// #region from-zustand
function fromZustand<T>(
  key: string,
  select?: (state: OldState, version: number) => ReturnType<Adopter<T>>,
): Adopter<T>;
// #endregion from-zustand

// #region keep
function keep<T>(adopt: Adopter<T>): Adopter<T>;
// #endregion keep

// #region backup
interface Backup {
  // #region backup-key
  readonly key: string;
  // #endregion backup-key
  // #region backup-version
  readonly version: number;
  // #endregion backup-version
  // #region backup-text
  readonly text: string;
  // #endregion backup-text
  // #region backup-reason
  readonly reason: 'corrupt' | 'version';
  // #endregion backup-reason
}
// #endregion backup

// #region backups
interface Backups {
  // #region backups-list
  list(): readonly Backup[];
  // #endregion backups-list
  // #region backups-restore
  restore(key: string): boolean;
  // #endregion backups-restore
  // #region backups-remove
  remove(key: string): boolean;
  // #endregion backups-remove
}
// #endregion backups

// #region backups-of
function backupsOf(module: AnyModule): Backups;
// #endregion backups-of

// #region erase
function erase(...modules: readonly AnyModule[]): boolean;
// #endregion erase

// #region create-consent
function createConsent(): Consent;
// #endregion create-consent

// #region ages
type Ages<T> = { readonly [K in ModuleKey<T>]?: number };
// #endregion ages

// #region expire-after
function expireAfter<T>(ages: number | Ages<T>): Expiry<T>;
// #endregion expire-after

// #region member-options
type MemberOptions<T> = (
  id: string,
) => Omit<CreateStorageOptions<T>, 'storageModuleKey'> & {
  storageModuleKey?: never;
};
// #endregion member-options

// #region storage-family
interface StorageFamily<T> {
  // #region storage-family-open
  open(id: string): TuffetStorage<T>;
  // #endregion storage-family-open
  // #region storage-family-list
  list(): string[];
  // #endregion storage-family-list
  // #region storage-family-clear
  clear(id: string): void;
  // #endregion storage-family-clear
  // #region storage-family-clear-all
  clearAll(): void;
  // #endregion storage-family-clear-all
  // #region storage-family-release
  release(id: string): void;
  // #endregion storage-family-release
}
// #endregion storage-family

// #region create-local-family
function createLocalFamily<T extends ModuleShape<T> = MissingType>(
  key: string,
  optionsOf: MemberOptions<T>,
): StorageFamily<T>;
// #endregion create-local-family

// #region create-session-family
function createSessionFamily<T extends ModuleShape<T> = MissingType>(
  key: string,
  optionsOf: MemberOptions<T>,
): StorageFamily<T>;
// #endregion create-session-family

// #region attribute-rule
interface AttributeRule<V> {
  // #region attribute-rule-attribute
  readonly attribute: string;
  // #endregion attribute-rule-attribute
  // #region attribute-rule-values
  readonly values: readonly V[];
  // #endregion attribute-rule-values
}
// #endregion attribute-rule

// #region class-rule
interface ClassRule<V extends string> {
  // #region class-rule-classes
  readonly classes: { readonly [K in V]?: string };
  // #endregion class-rule-classes
}
// #endregion class-rule

// #region head-rules
type HeadRules<T> = {
  readonly [K in ModuleKey<T>]?:
    | AttributeRule<Extract<ModuleValue<T, K>, string | number | boolean>>
    | ClassRule<`${Extract<ModuleValue<T, K>, string | number | boolean>}`>;
};
// #endregion head-rules

// #region head-script
function headScript<T>(storage: TuffetStorage<T>, rules: HeadRules<T>): string;
// #endregion head-script

// #region script-hash
function scriptHash(script: string): Promise<string>;
// #endregion script-hash

// #region merge-deep
function mergeDeep(stored: object, initial: object): any;
// #endregion merge-deep

// #region standard-schema
interface StandardSchema {
  // #region standard-schema-standard
  readonly '~standard': { validate(value: unknown): Result | Promise<Result> };
  // #endregion standard-schema-standard
}
// #endregion standard-schema

// #region check-schema
function checkSchema(schema: StandardSchema): EntryCheck;
// #endregion check-schema

// #region result
interface Result {
  // #region result-issues
  readonly issues?: readonly Issue[] | undefined;
  // #endregion result-issues
}
// #endregion result

// #region issue
interface Issue {
  // #region issue-message
  readonly message: string;
  // #endregion issue-message
  // #region issue-path
  readonly path?:
    | ReadonlyArray<PropertyKey | { readonly key: PropertyKey }>
    | undefined;
  // #endregion issue-path
}
// #endregion issue

// #region serialized-creators
interface SerializedCreators {
  // #region serialized-creators-create-local-storage
  createLocalStorage<T extends Record<string, unknown>>(
    options: CreateStorageOptions<T>,
  ): TuffetStorage<T>;
  // #endregion serialized-creators-create-local-storage
  // #region serialized-creators-create-session-storage
  createSessionStorage<T extends Record<string, unknown>>(
    options: CreateStorageOptions<T>,
  ): TuffetStorage<T>;
  // #endregion serialized-creators-create-session-storage
}
// #endregion serialized-creators

// #region serializer
interface Serializer {
  // #region serializer-stringify
  stringify(value: unknown): string;
  // #endregion serializer-stringify
  // #region serializer-parse
  parse(text: string): unknown;
  // #endregion serializer-parse
}
// #endregion serializer

// #region rich-json
const richJson: Serializer;
// #endregion rich-json

// #region with-serializer
function withSerializer(serializer: Serializer): SerializedCreators;
// #endregion with-serializer

// #region opened-release
interface OpenedRelease<T> {
  // #region opened-release-storage
  readonly storage: TuffetStorage<T>;
  // #endregion opened-release-storage
  // #region opened-release-values
  readonly values: DeepReadonly<T>;
  // #endregion opened-release-values
  // #region opened-release-reports
  readonly reports: readonly TuffetError[];
  // #endregion opened-release-reports
  // #region opened-release-carried-over
  readonly carriedOver: readonly string[];
  // #endregion opened-release-carried-over
  // #region opened-release-dropped
  readonly dropped: readonly string[];
  // #endregion opened-release-dropped
  // #region opened-release-hidden
  readonly hidden: readonly string[];
  // #endregion opened-release-hidden
  // #region opened-release-kept
  readonly kept: readonly string[];
  // #endregion opened-release-kept
  // #region opened-release-backups
  readonly backups: readonly Backup[];
  // #endregion opened-release-backups
}
// #endregion opened-release

// #region opened-tabs
interface OpenedTabs<Old, New> {
  // #region opened-tabs-old
  readonly old: OpenedRelease<Old>;
  // #endregion opened-tabs-old
  // #region opened-tabs-current
  readonly current: OpenedRelease<New>;
  // #endregion opened-tabs-current
  // #region opened-tabs-deliver-events
  deliverEvents(): void;
  // #endregion opened-tabs-deliver-events
}
// #endregion opened-tabs

// #region stored-entries
type StoredEntries = Readonly<Record<string, string>>;
// #endregion stored-entries

// #region fail-writes
function failWrites(reason?: 'quota' | 'denied'): () => void;
// #endregion fail-writes

// #region open-release
function openRelease<T>(
  state: StoredState & { readonly create: Create<T> },
): Promise<OpenedRelease<T>>;
// #endregion open-release

// #region open-tabs
function openTabs<Old, New>(
  state: StoredState & {
    readonly old: Create<Old>;
    readonly current: Create<New>;
  },
): Promise<OpenedTabs<Old, New>>;
// #endregion open-tabs

// #region record-entries
function recordEntries(type?: StorageType): Record<string, string>;
// #endregion record-entries

// #region reset-modules
function resetModules(): void;
// #endregion reset-modules

// #region stored-state
interface StoredState {
  // #region stored-state-entries
  readonly entries: StoredEntries;
  // #endregion stored-state-entries
  // #region stored-state-type
  readonly type?: StorageType;
  // #endregion stored-state-type
}
// #endregion stored-state

// #region create
type Create<T> = () => TuffetStorage<T> | Promise<TuffetStorage<T>>;
// #endregion create
