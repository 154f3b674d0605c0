import type { CheckerKey, ModuleKey, ModuleValue, ResetterKey } from '@tuffet/shared';
import type { Ref } from 'vue';

/** One ref per property. Nested writes are stored too. */
export type StorageRefs<T> = { readonly [K in ModuleKey<T>]-?: Ref<ModuleValue<T, K>> };

/** One `resetXxx` per property: back to the initial value; without one, removed. */
export type StorageResetters<T> = {
  readonly [K in ModuleKey<T> as ResetterKey<K>]-?: () => boolean;
};

/** One `containsXxx` per property: whether the entry holds it. Reactive. */
export type StorageCheckers<T> = {
  readonly [K in ModuleKey<T> as CheckerKey<K>]-?: () => boolean;
};

export interface StorageReactions<T> {
  readonly refs: StorageRefs<T>;
  readonly resetters: StorageResetters<T>;
  readonly checkers: StorageCheckers<T>;
}
