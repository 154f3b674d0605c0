export type { Cell, Entry, Root } from './entry.js';
export type { ErrorHandler, TuffetErrorCode } from './errors.js';
export { TuffetError } from './errors.js';
export type { ModuleHelper } from './module-helper.js';
export type { StorageModuleConstructor } from './storage-module.js';
export { StorageModule } from './storage-module.js';
export type { Store, StoreOptions } from './store.js';
export type { EntryCheck, Protection, Serializer } from './types.js';
export { StorageType } from './types.js';
