import { type Serializer, StorageModule, type StorageType } from '@tuffet/core';
import { claimKey, isServer } from '@tuffet/core/adapter';
import type { MissingType, ModuleShape } from '@tuffet/shared';
import { checkOptions } from './check-options.ts';
import { defineModule } from './definition.ts';
import { releaseDefinition, warnOfLossyWrites } from './development.ts';
import type { Gate } from './gate.ts';
import { createLineage } from './migrate.ts';
import { createMethods } from './module-methods.ts';
import { openEntry } from './open-entry.ts';
import { unknownOptionsIn } from './option-names.ts';
import type { CreateStorageOptions, TuffetStorage } from './types.ts';
import { storedKeyOf } from './versions.ts';

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

/** Creates a module of any type that the serializer supports. */
export function createStorage<T>(
  type: StorageType,
  given: CreateStorageOptions<T>,
  serializer: Serializer = JSON,
): TuffetStorage<T> {
  checkOptions(given);
  const { storageModuleKey: key, version = 1, protect, consent } = given;
  const storedKey = storedKeyOf(key, version);
  // Claims both keys: two versions of a module on one page would delete each other's entries.
  const previous = claimKey(type, key, defineModule(given, serializer), storedKey);

  const storageModule = new StorageModule(storedKey, type, true) as unknown as StorageModule<T>;
  const helper = storageModule.getHelper();
  const { store } = storageModule;
  const options = { ...given, serializer };
  given.expiry?.(store, options);
  store.configure(options as object);
  store.lineage = createLineage(options as never);
  releaseDefinition(type, key, previous);
  if (!isServer()) {
    warnOfLossyWrites(store);
    const unknown = unknownOptionsIn(given);
    // In development, they have thrown.
    if (unknown.length) store.report('invalid-options', `Unknown options: ${unknown}`);
    // Hot reload may run between the edit that raises the version and the one that adds a migration.
    // With `adopt`, an entry that looks like an older version may belong to other code.
    const mayDelete = !previous && !unknown.length && !('migrations' in given || 'adopt' in given);
    const open = () => openEntry(store, options as never, mayDelete);
    if (consent) (consent['~open'] as Gate)(store, key, store.getArea(), open);
    else open();
  }
  // `protect(true)` is the same as `protect()`.
  if (protect) helper.protect(protect as 'strict');
  return { storageModule, helper, initial: options.initial, ...createMethods<T>(store) };
}
