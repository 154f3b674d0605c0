// What @tuffet/core declares. `make reference` writes this file.

import type {
  DeepReadonly,
  MissingType,
  ModuleShape,
  ModuleValue,
} from '@tuffet/shared';

import type { ModuleKey } from '@tuffet/vue-hooks';

// #region cell
interface Cell {
  // #region cell-text
  readonly text: string;
  // #endregion cell-text
  // #region cell-value
  readonly value: unknown;
  // #endregion cell-value
}
// #endregion cell

// #region entry
type Entry = ReadonlyMap<string, Cell>;
// #endregion entry

// #region entry-check
type EntryCheck = (root: Root) => string | undefined;
// #endregion entry-check

// #region error-handler
type ErrorHandler = (error: TuffetError) => void;
// #endregion error-handler

// #region lineage
interface Lineage {
  // #region lineage-key
  readonly key: string;
  // #endregion lineage-key
  // #region lineage-version
  readonly version: number;
  // #endregion lineage-version
  // #region lineage-migrate
  migrate(text: string, version: number): string;
  // #endregion lineage-migrate
}
// #endregion lineage

// #region module-helper
interface ModuleHelper<T> {
  // #region module-helper-get-module
  getModule(): DeepReadonly<Partial<T>>;
  // #endregion module-helper-get-module
  // #region module-helper-set-module
  setModule(root: DeepReadonly<T>): boolean;
  // #endregion module-helper-set-module
  // #region module-helper-clear-module
  clearModule(): boolean;
  // #endregion module-helper-clear-module
  // #region module-helper-get-storage-key
  getStorageKey(): string;
  // #endregion module-helper-get-storage-key
  // #region module-helper-get-storage-type
  getStorageType(): StorageType;
  // #endregion module-helper-get-storage-type
  // #region module-helper-get-existence
  getExistence(): boolean;
  // #endregion module-helper-get-existence
  // #region module-helper-protect
  protect(mode?: 'strict'): void;
  // #endregion module-helper-protect
  // #region module-helper-cancel-protect
  cancelProtect(): void;
  // #endregion module-helper-cancel-protect
  // #region module-helper-set-error-handler
  setErrorHandler(handler: ErrorHandler): void;
  // #endregion module-helper-set-error-handler
  // #region module-helper-is-persistent
  isPersistent(): boolean;
  // #endregion module-helper-is-persistent
}
// #endregion module-helper

// #region protection
type Protection = boolean | 'strict';
// #endregion protection

// #region root
type Root = Readonly<Record<string, unknown>>;
// #endregion root

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

// #region storage-module
interface StorageModule<T> {
  // #region storage-module-store
  readonly store: Store;
  // #endregion storage-module-store
  // #region storage-module-get-item
  getItem<K extends ModuleKey<T>>(
    key: K,
  ): DeepReadonly<ModuleValue<T, K>> | undefined;
  // #endregion storage-module-get-item
  // #region storage-module-set-item
  setItem<K extends ModuleKey<T>>(
    key: K,
    value: DeepReadonly<ModuleValue<T, K>>,
  ): boolean;
  // #endregion storage-module-set-item
  // #region storage-module-remove-item
  removeItem(key: ModuleKey<T>): boolean;
  // #endregion storage-module-remove-item
  // #region storage-module-clear
  clear(): boolean;
  // #endregion storage-module-clear
  // #region storage-module-contains
  contains(key: ModuleKey<T>): boolean;
  // #endregion storage-module-contains
  // #region storage-module-size
  size(): number;
  // #endregion storage-module-size
  // #region storage-module-get-helper
  getHelper(): ModuleHelper<T>;
  // #endregion storage-module-get-helper
}
const StorageModule: StorageModuleConstructor;
// #endregion storage-module

// #region storage-module-constructor
interface StorageModuleConstructor {
  // #region storage-module-constructor-new
  new <T extends ModuleShape<T> = MissingType>(
    key: string,
    storageType: StorageType,
    noUniqueVerify?: boolean,
  ): StorageModule<T>;
  // #endregion storage-module-constructor-new
}
// #endregion storage-module-constructor

// #region storage-type
const StorageType: { readonly LOCAL: 'local'; readonly SESSION: 'session' };
type StorageType = (typeof StorageType)[keyof typeof StorageType];
// #endregion storage-type

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

// #region store-options
interface StoreOptions {
  // #region store-options-initial
  initial?: Root;
  // #endregion store-options-initial
  // #region store-options-store-initial
  storeInitial?: boolean | undefined;
  // #endregion store-options-store-initial
  // #region store-options-merge
  merge?: ((stored: Root, initial: Root) => Root) | undefined;
  // #endregion store-options-merge
  // #region store-options-on-error
  onError?: ErrorHandler | undefined;
  // #endregion store-options-on-error
  // #region store-options-serializer
  serializer?: Serializer;
  // #endregion store-options-serializer
  // #region store-options-check
  check?: EntryCheck | undefined;
  // #endregion store-options-check
  // #region store-options-find-newer
  findNewer?: (written: string | null) => number | undefined;
  // #endregion store-options-find-newer
  // #region store-options-area
  area?: Area;
  // #endregion store-options-area
  // #region store-options-methods
  methods?: OpenedArea['methods'];
  // #endregion store-options-methods
}
// #endregion store-options

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

// #region opened-area
interface OpenedArea {
  // #region opened-area-area
  readonly area: Area;
  // #endregion opened-area-area
  // #region opened-area-methods
  readonly methods: Pick<Storage, 'setItem' | 'removeItem'>;
  // #endregion opened-area-methods
  // #region opened-area-denial
  readonly denial?: unknown;
  // #endregion opened-area-denial
}
// #endregion opened-area

// #region area
interface Area extends Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  // #region area-length
  readonly length?: number;
  // #endregion area-length
  // #region area-key
  key?(index: number): string | null;
  // #endregion area-key
}
// #endregion area

// #region back-up-text
function backUpText(
  area: Area,
  methods: OpenedArea['methods'],
  key: string,
  text: string,
): void;
// #endregion back-up-text

// #region call-all
function callAll<T>(items: Iterable<T>, call: (item: T) => void): void;
// #endregion call-all

// #region claim-key
function claimKey(
  type: StorageType,
  key: string,
  definition?: string,
  storedKey?: string,
  isUnverified?: boolean,
): string | undefined;
// #endregion claim-key

// #region close-store
function closeStore(store: Store, moduleKey: string): void;
// #endregion close-store

// #region is-made-from
function isMadeFrom(text: string, oldText: string): boolean | undefined;
// #endregion is-made-from

// #region is-server
function isServer(): boolean;
// #endregion is-server

// #region keys-in
function keysIn(area: Area): string[];
// #endregion keys-in

// #region open-area
function openArea(type: StorageType): OpenedArea;
// #endregion open-area

// #region open-memory
function openMemory(denial?: unknown): OpenedArea;
// #endregion open-memory

// #region parse-key
function parseKey(name: string): EntryKey;
// #endregion parse-key

// #region root-of
function rootOf(entry: Entry): Root;
// #endregion root-of

// #region stored-key-of
function storedKeyOf(owner: string, version: number): string;
// #endregion stored-key-of

// #region strip-mark
function stripMark(text: string): string;
// #endregion strip-mark

// #region text-of
function textOf(
  key: string,
  name: string,
  value: unknown,
  serializer: Serializer,
): string;
// #endregion text-of

// #region entry-key
interface EntryKey {
  // #region entry-key-owner
  readonly owner: string;
  // #endregion entry-key-owner
  // #region entry-key-version
  readonly version: number;
  // #endregion entry-key-version
  // #region entry-key-is-backup
  readonly isBackup: boolean;
  // #endregion entry-key-is-backup
}
// #endregion entry-key

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

// #region any-module
type AnyModule =
  | Pick<StorageModule<any>, 'getItem'>
  | { readonly storageModule: object };
// #endregion any-module

// #region collect-errors
function collectErrors(): readonly TuffetError[];
// #endregion collect-errors

// #region fail-writes
function failWrites(reason?: 'quota' | 'denied'): () => void;
// #endregion fail-writes

// #region reset-modules
function resetModules(): void;
// #endregion reset-modules

// #region simulate-tab
function simulateTab(): () => void;
// #endregion simulate-tab
