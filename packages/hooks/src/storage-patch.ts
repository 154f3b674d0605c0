import type { DeepReadonly, ModuleKey, ModuleValue } from '@tuffet/shared';

/** New values for some properties. `undefined` removes an optional one. */
export type StoragePatch<T> = {
  readonly [K in ModuleKey<T>]?:
    | DeepReadonly<ModuleValue<T, K>>
    | (undefined extends ModuleValue<T, K> ? undefined : never);
};
