import { TuffetError } from '@tuffet/core';
import { findInvalidOption } from './development.ts';
import { isPlainObject } from './plain-object.ts';
import type { CreateStorageOptions } from './types.ts';
import { isVersion, RESERVED } from './versions.ts';

/**
 * Throws `invalid-options` if an option is invalid. In production, it only checks the options that
 * decide which entries are read, written and deleted: they may depend on data.
 */
export function checkOptions<T>(options: CreateStorageOptions<T>): void {
  const { storageModuleKey: key, initial, version = 1, preVersion } = Object(options);
  const isKey = key && typeof key === 'string' && !RESERVED.test(key);
  const isBefore = preVersion === undefined || (isVersion(preVersion) && preVersion < version);
  const isSafe = isKey && isPlainObject(initial) && isVersion(version) && isBefore;
  const problem = findInvalidOption(options);
  if (problem || !isSafe) throw new TuffetError('invalid-options', `${key}`, problem);
}
