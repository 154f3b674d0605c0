import { type Serializer, StorageModule, type StorageType } from '@tuffet/core';
import { claimKey, isServer, openArea } from '@tuffet/core/adapter';
import type { MissingType, ModuleShape } from '@tuffet/shared';
import { checkOptions } from './check-options.ts';
import { defineModule } from './definition.ts';
import { releaseDefinition } from './development.ts';
import type { Gate } from './gate.ts';
import { createMethods } from './module-methods.ts';
import { openEntry } from './open-entry.ts';
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
  releaseDefinition(type, key, previous);
  if (!isServer()) {
    const opened = openArea(type);
    const open = () => openEntry(store, opened, options as never, !!previous);
    if (consent) (consent['~open'] as Gate)(store, key, opened, open);
    else open();
  }
  // `protect(true)` is the same as `protect()`.
  if (protect) helper.protect(protect as 'strict');
  return { storageModule, helper, initial: options.initial, ...createMethods<T>(store) };
}
