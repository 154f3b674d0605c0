import { TuffetError } from './errors.ts';
import { getRuntime } from './runtime.ts';
import type { StorageType } from './types.ts';
import { isServer } from './web-storage.ts';

declare const process: { env: { NODE_ENV?: string } };

/**
 * Claims a key, and the key of its entry if that differs, for one definition of a module. A second
 * claim must state the same definition, as StrictMode does; modules without one (core) never share
 * a key. In development, after the page has loaded, another definition replaces the first, as hot
 * reload needs. Returns the previous definition, if there was one.
 */
export function claimKey(
  type: StorageType,
  key: string,
  definition?: string,
  storedKey: string = key,
): string | undefined {
  if (isServer()) return undefined;
  const { claims } = getRuntime();
  const ids = [key, storedKey].map((name) => `${type}:${name}`);
  const taken = ids.find((id) => claims.has(id) && (!definition || claims.get(id) !== definition));
  const previous = claims.get(taken ?? `${type}:${key}`);
  if (taken) {
    const hint = `Another module uses this key in ${type} storage. Choose another key, or import that module.`;
    const error = new TuffetError('duplicate-key', taken.slice(type.length + 1), hint);
    if (!definition || !previous || !isHotReload(key, previous, definition, error)) throw error;
  }
  for (const id of ids) claims.set(id, definition);
  return previous;
}

/** Warns if it is one. Two modules that share a key look the same, so the warning says so. */
function isHotReload(
  key: string,
  before: string,
  after: string,
  { link }: TuffetError,
): true | undefined {
  try {
    if (process.env.NODE_ENV !== 'production' && document.readyState === 'complete') {
      const changes = changesBetween(before, after);
      console.warn(
        `[tuffet] The definition of "${key}" changed: ${changes}. The new one is used. If this isn't a hot reload, two modules share this key, which throws in production: ${link}`,
      );
      return true;
    }
  } catch {
    // A page without a bundler has no `process`, and counts as production.
  }
  return undefined;
}

/** The names whose texts differ, if both definitions are JSON lists of [name, text]. */
function changesBetween(before: string, after: string): string {
  const [old, now] = [parseDefinition(before), parseDefinition(after)];
  const names = [...new Set([...old.keys(), ...now.keys()])];
  return names.filter((name) => old.get(name) !== now.get(name)).join(', ');
}

function parseDefinition(text: string): Map<string, unknown> {
  try {
    return new Map(JSON.parse(text));
  } catch {
    return new Map([[text, text]]);
  }
}
