import type { Initial, ModuleKey, ModuleValue } from '@tuffet/shared';
import type { StoragePatch } from './storage-patch.ts';

/** A value as it is stored: an older release may have stored objects without some of the fields. */
export type StoredValue<V> = V extends
  | readonly unknown[]
  | Date
  | ReadonlyMap<unknown, unknown>
  | ReadonlySet<unknown>
  ? V
  : V extends object
    ? string extends keyof V
      ? V
      : { readonly [K in keyof V]?: StoredValue<V[K]> }
    : V;

/** Combines the stored values of a module with its initial values whenever an entry is read. */
export type Merger<T> = (
  stored: { readonly [K in ModuleKey<T>]?: StoredValue<ModuleValue<T, K>> },
  initial: Initial<T>,
) => StoragePatch<T>;
