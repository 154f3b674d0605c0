export type { ErrorHandler, TuffetErrorCode } from './errors.ts';
export { TuffetError } from './errors.ts';
export type { ModuleHelper } from './module-helper.ts';
export type { StorageModuleConstructor } from './storage-module.ts';
export { StorageModule } from './storage-module.ts';
export type { Cell, Entry, EntryCheck, Root } from './store/entry.ts';
export type { Lineage, Store, StoreOptions } from './store/store.ts';
export type { Protection, Serializer } from './types.ts';
export { StorageType } from './types.ts';
