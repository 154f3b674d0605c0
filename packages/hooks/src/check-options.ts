import { TuffetError } from '@tuffet/core';
import { findInvalidOption, warnOfUnknownOptions } from './development.ts';

/**
 * Throws `invalid-options` if an option is invalid. In production, only the key is checked: it may
 * depend on data, and a wrong one could delete the entry of another module.
 */
export function checkOptions(options: { storageModuleKey?: unknown }): void {
  const key = options?.storageModuleKey;
  if (findInvalidOption(options) || !key || typeof key !== 'string' || /_v\d+$/.test(key)) {
    throw new TuffetError('invalid-options', `${key}`, findInvalidOption(options));
  }
  warnOfUnknownOptions(key, options);
}
