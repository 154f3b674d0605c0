import { allowRedefinition, hintOf } from './development.ts';
import { TuffetError } from './errors.ts';
import { getRuntime } from './runtime.ts';
import type { StorageType } from './types.ts';
import { isServer } from './web-storage.ts';

/**
 * Claims a key, and the key of its entry if that differs, for one definition of a module. A second
 * claim must state the same definition, as StrictMode does; modules without one (core) never share
 * a key. Hot reload in development may change it. An unverified module only reserves the key, so that
 * later ones are checked. Returns the previous definition, if there was one.
 */
export function claimKey(
  type: StorageType,
  key: string,
  definition?: string,
  storedKey: string = key,
  isUnverified = false,
): string | undefined {
  if (isServer()) return undefined;
  const { claims } = getRuntime();
  const ids = [key, storedKey].map((name) => `${type}:${name}`);
  if (isUnverified) {
    for (const id of ids) if (!claims.has(id)) claims.set(id, definition);
    return undefined;
  }
  const taken = ids.find((id) => claims.has(id) && (!definition || claims.get(id) !== definition));
  const previous = claims.get(taken ?? `${type}:${key}`);
  if (taken) {
    const name = taken.slice(type.length + 1);
    const error = new TuffetError('duplicate-key', name, hintOf('duplicateKey', type));
    if (!allowRedefinition(key, previous, definition, error)) throw error;
  }
  for (const id of ids) claims.set(id, definition);
  return previous;
}
