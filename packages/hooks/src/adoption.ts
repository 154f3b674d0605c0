import type { Initial, ModuleKey, ModuleValue } from '@tuffet/shared';

/** Entries that other code stored in the same storage. */
export interface OldEntries {
  /** Returns the stored string, or null. The key isn't removed. */
  read(key: string): string | null;
  /** Like `read`, but the key is removed after the values are stored in the module. */
  take(key: string): string | null;
}

/**
 * Returns values for a new module from entries that other code stored. Properties that it leaves out
 * get their initial values. If it returns undefined, no key is removed.
 */
export type Adopter<T> = (
  old: OldEntries,
  initial: Initial<T>,
) => { readonly [K in ModuleKey<T>]?: ModuleValue<T, K> | undefined } | undefined;
