import type { TuffetStorage } from '@tuffet/hooks';
import type { ModuleKey, ModuleValue } from '@tuffet/shared';
import type { Ref } from 'vue';
import { useStorage } from './use-storage.ts';

/** Returns the ref of one property, the same one as in `useStorage(storage).refs`. */
export function useStorageValue<T, K extends ModuleKey<T>>(
  storage: TuffetStorage<T>,
  name: K,
): Ref<ModuleValue<T, K>> {
  const refs = useStorage(storage).refs as unknown as Readonly<Record<string, unknown>>;
  return refs[name] as Ref<ModuleValue<T, K>>;
}
