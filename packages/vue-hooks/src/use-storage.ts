import type { TuffetStorage } from '@tuffet/hooks';
import { storeOf } from '@tuffet/hooks/adapter';
import { bindingOf } from './binding.js';
import type { StorageReactions } from './types.js';

/** Refs, `resetXxx` and `containsXxx` of every property. */
export function useStorage<T>(storage: TuffetStorage<T>): StorageReactions<T> {
  return bindingOf(storeOf(storage)).reactions as unknown as StorageReactions<T>;
}
