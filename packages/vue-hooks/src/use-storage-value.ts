import type { ModuleKey, ModuleValue } from '@tuffet/shared';
import type { Ref } from 'vue';
import type { StorageSource } from './types.ts';
import { useStorage } from './use-storage.ts';

/** Returns the ref of one property, the same one as in `useStorage(source).refs`. */
export function useStorageValue<T, K extends ModuleKey<T>>(
  source: StorageSource<T>,
  name: K,
): Ref<ModuleValue<T, K>> {
  const refs = useStorage(source).refs as unknown as Readonly<Record<string, unknown>>;
  return refs[name] as Ref<ModuleValue<T, K>>;
}
