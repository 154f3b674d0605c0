import type { OpenedArea } from './gate.ts';

type Area = OpenedArea['area'];

/** Returns the keys in a storage. */
export function keysIn(area: Area): string[] {
  // Memory has no length, and so no keys.
  return Array.from(area as Storage, (_, i) => (area as Storage).key(i) as string);
}

/** Listing the keys takes longer than anything else when a module is created. */
let shared: { readonly area: Area; readonly keys: string[]; length: number | undefined } | undefined;

/** Returns the keys in a storage. Modules that are created in one task share a list. */
export function sharedKeysIn(area: Area): string[] {
  if (shared?.area !== area || shared.length !== area.length) {
    shared = { area, keys: keysIn(area), length: area.length };
    queueMicrotask(() => {
      shared = undefined;
    });
  }
  return shared.keys;
}

/** Keeps the shared list although a module has written its own entry, which no other one needs. */
export function keepSharedKeys(area: Area): void {
  if (shared?.area === area) shared.length = area.length;
}
