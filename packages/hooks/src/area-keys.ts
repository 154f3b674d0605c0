import { keysIn } from '@tuffet/core/adapter';
import type { OpenedArea } from './gate.ts';

type Area = OpenedArea['area'];

/** Listing the keys takes longer than anything else when a module is created. */
let shared:
  | { readonly area: Area; readonly keys: string[]; length: number | undefined }
  | undefined;

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

/** Keeps the shared list although a module has written its own entry and deleted older ones. */
export function keepSharedKeys(area: Area, key: string): void {
  if (shared?.area !== area) return;
  shared.length = area.length;
  if (!shared.keys.includes(key)) shared.keys.push(key);
}
