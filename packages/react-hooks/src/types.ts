import type {
  CheckerKey,
  DeepReadonly,
  ModuleKey,
  ModuleValue,
  ResetterKey,
  Simplify,
  ValueChecker,
  ValueResetter,
  ValueSetter,
} from '@tuffet/shared';

/** Name of a state object: `token` -> `tokenState`. */
export type StateKey<K extends string> = `${K}State`;

/** Name of a setter: `token` -> `setToken`. */
export type SetterKey<K extends string> = `set${Capitalize<K>}`;

/** State object of one property: its value, `setXxx`, `resetXxx` and `containsXxx`. */
export type StorageState<K extends string, V> = Simplify<
  { readonly [P in K]: DeepReadonly<V> } & {
    readonly [P in SetterKey<K>]: ValueSetter<V>;
  } & { readonly [P in ResetterKey<K>]: ValueResetter } & {
    readonly [P in CheckerKey<K>]: ValueChecker;
  }
>;

/** The last element of a `StorageValue`. */
export interface StorageValueControls {
  /** Restores the initial value. Removes a property that has none. Returns false if not saved. */
  readonly reset: ValueResetter;
  /** Whether the property is stored. */
  readonly exists: boolean;
}

/** The result of `useStorageValue`: the value, its setter, and an object with `reset` and `exists`. */
export type StorageValue<V> = readonly [
  value: DeepReadonly<V>,
  set: ValueSetter<V>,
  controls: StorageValueControls,
];

/**
 * One state object, `xxxState`, per property. `Names` are only for the compiler, which prints them
 * if you read `theme` instead of `themeState`.
 */
export type StorageStates<T, Names extends string = StateKey<ModuleKey<T>>> = {
  readonly [K in ModuleKey<T> as StateKey<K> & Names]-?: StorageState<K, ModuleValue<T, K>>;
};
