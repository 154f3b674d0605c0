import { keysIn } from '@tuffet/core/adapter';
import type { OpenedArea } from './gate.ts';

type Area = OpenedArea['area'];

/** Listing the keys takes longer than anything else when a module is created. */
let shared:
  | { readonly area: Area; readonly keys: string[]; length: number | undefined }
  | undefined;

/** Returns the keys that may end in a version. Modules that are created in one task share a list. */
export function sharedKeysIn(area: Area): string[] {
  if (shared?.area !== area || shared.length !== area.length) {
    // Every module searches the list, and version 1 needs no search.
    const keys = keysIn(area).filter((key) => key.includes('_v'));
    shared = { area, keys, length: area.length };
    queueMicrotask(() => {
      shared = undefined;
    });
  }
  return shared.keys;
}

/** Keeps the shared list although a module has written its own entry and deleted older ones. */
export function keepSharedKeys(area: Area, key: string): void {
  if (shared?.area !== area) return;
  shared.length = area.length;
  if (!shared.keys.includes(key)) shared.keys.push(key);
}
