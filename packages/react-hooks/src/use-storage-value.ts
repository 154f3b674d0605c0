import type { TuffetStorage } from '@tuffet/hooks';
import type { ModuleKey, ModuleValue } from '@tuffet/shared';
import type { StorageValue } from './types.ts';
import { useStorage } from './use-storage.ts';

/** By state object, so that a result is the same from render to render until it changes. */
const results = new WeakMap<object, StorageValue<unknown>>();

/** Returns one property as `[value, set, { reset, exists }]`. Re-renders when it changes. */
export function useStorageValue<T, K extends ModuleKey<T>>(
  storage: TuffetStorage<T>,
  name: K,
): StorageValue<ModuleValue<T, K>> {
  const states = useStorage(storage) as Readonly<Record<string, object>>;
  const state = states[`${name}State`] as object;
  const result = results.get(state) ?? createResult(state);
  results.set(state, result);
  return result as StorageValue<ModuleValue<T, K>>;
}

/** The members of a state are in this order, whatever their names. */
function createResult(state: object): StorageValue<unknown> {
  const [value, set, reset, contains] = Object.values(state);
  return [value, set, { reset, exists: contains() }];
}
