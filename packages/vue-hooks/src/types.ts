import type { TuffetStorage } from '@tuffet/hooks';
import type {
  CheckerKey,
  ModuleKey,
  ModuleValue,
  ResetterKey,
  ValueChecker,
  ValueResetter,
} from '@tuffet/shared';
import type { Ref } from 'vue';

/** A module, or a function that returns the current module. */
export type StorageSource<T> = TuffetStorage<T> | (() => TuffetStorage<T>);

/** One ref per property. Nested mutations are stored too. */
export type StorageRefs<T> = { readonly [K in ModuleKey<T>]-?: Ref<ModuleValue<T, K>> };

/** One `resetXxx` per property. Restores the initial value, or removes a property that has none. */
export type StorageResetters<T> = {
  readonly [K in ModuleKey<T> as ResetterKey<K>]-?: ValueResetter;
};

/** One `containsXxx` per property. Returns whether it is stored. Reactive. */
export type StorageCheckers<T> = {
  readonly [K in ModuleKey<T> as CheckerKey<K>]-?: ValueChecker;
};

/**
 * Refs, resetters and checkers of a module. `_Names` is only for the compiler, which prints it if
 * you read `theme` instead of `refs.theme`.
 */
export interface StorageReactions<T, _Names extends string = `refs.${ModuleKey<T>}`> {
  readonly refs: StorageRefs<T>;
  readonly resetters: StorageResetters<T>;
  readonly checkers: StorageCheckers<T>;
}
