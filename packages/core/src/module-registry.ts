import { allowRedefinition, hintOf, recordClaim } from './development.ts';
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
  const runtime = getRuntime();
  const { claims } = runtime;
  const ids = [key, storedKey].map((name) => `${type}:${name}`);
  if (isUnverified) {
    for (const id of ids) if (!claims.has(id)) claims.set(id, definition);
    return undefined;
  }
  const taken = ids.find((id) => claims.has(id) && (!definition || claims.get(id) !== definition));
  const previous = claims.get(taken ?? `${type}:${key}`);
  if (taken && !allowRedefinition(runtime, taken, definition)) {
    const name = taken.slice(type.length + 1);
    throw new TuffetError('duplicate-key', name, hintOf('duplicateKey', type));
  }
  for (const id of ids) claims.set(id, definition);
  recordClaim(runtime, ids);
  return previous;
}
