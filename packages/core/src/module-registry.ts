import { TuffetError } from './errors.js';
import { getRuntime } from './runtime.js';
import type { StorageType } from './types.js';
import { isServer } from './web-storage.js';

function isDevelopment(): boolean {
  try {
    // Bundlers replace the whole expression; without one, `process` does not exist.
    return process.env.NODE_ENV !== 'production';
  } catch {
    return false;
  }
}

declare const process: { env: { NODE_ENV?: string } };

/**
 * Claims a key for one definition of a module. A second claim must state the same definition, as
 * hot reload and StrictMode do; modules without one (core) never share a key.
 */
export function claimKey(type: StorageType, key: string, definition?: string): void {
  if (isServer()) return;
  const { claims } = getRuntime();
  const id = `${type}:${key}`;
  if (claims.has(id) && (!definition || claims.get(id) !== definition)) {
    const hint = `This key is taken in ${type} storage. Choose another, or share the module that has it.`;
    const error = new TuffetError('duplicate-key', key, hint);
    const isReload = definition && document.readyState === 'complete' && isDevelopment();
    if (!isReload) throw error;
    console.warn(error, 'In production this throws.');
  }
  claims.set(id, definition);
}
