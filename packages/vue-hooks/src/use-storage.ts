import type { TuffetStorage } from '@tuffet/hooks';
import { storeOf } from '@tuffet/hooks/adapter';
import { bindingOf } from './binding.ts';
import type { StorageReactions } from './types.ts';

/** Returns a ref, `resetXxx` and `containsXxx` for every property. */
export function useStorage<T>(storage: TuffetStorage<T>): StorageReactions<T> {
  return bindingOf(storeOf(storage)).reactions as unknown as StorageReactions<T>;
}
