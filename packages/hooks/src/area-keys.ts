import type { OpenedArea } from './gate.ts';

/** Returns the keys in a storage. */
export function keysIn(area: OpenedArea['area']): string[] {
  // Memory has no length, and so no keys.
  return Array.from(area as Storage, (_, i) => (area as Storage).key(i) as string);
}
