import { isDevelopment } from './development.js';
import { TuffetError } from './errors.js';
import { getRuntime } from './runtime.js';
import type { StorageType } from './types.js';
import { isServer } from './web-storage.js';

/** The names whose texts differ, if both definitions are JSON lists of [name, text]. */
function changesBetween(before: string, after: string): string {
  try {
    const [old, now] = [before, after].map((text) => new Map<string, string>(JSON.parse(text)));
    const names = [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])];
    return names.filter((name) => old?.get(name) !== now?.get(name)).join(', ');
  } catch {
    return 'it is another one';
  }
}

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
  const ids = [`${type}:${key}`, `${type}:${storedKey}`] as const;
  const taken = ids.find((id) => claims.has(id) && (!definition || claims.get(id) !== definition));
  const previous = claims.get(taken ?? ids[0]);
  if (taken) {
    const hint = `This key is taken in ${type} storage. Choose another, or share the module that has it.`;
    const error = new TuffetError('duplicate-key', taken.slice(type.length + 1), hint);
    const isPage = document.readyState === 'complete' && isDevelopment();
    if (!definition || !previous || !isPage) throw error;
    console.warn(
      `[tuffet] The definition of "${key}" changed: ${changesBetween(previous, definition)}. The new one is used. If this is not a hot reload, two modules share the key, which throws in production: ${error.link}`,
    );
  }
  for (const id of ids) claims.set(id, definition);
  return previous;
}
