/** Expands a computed object type into plain members, for readable editor hints. */
export type Simplify<T> = { [K in keyof T]: T[K] } & {};

type IsAny<T> = 0 extends 1 & T ? true : false;

/** Replaces the type of a property that can't be stored: nothing is assignable to it. */
export interface NotStorable<Reason extends string> {
  readonly __notStorable: Reason;
}

type Primitive = string | number | boolean | null | undefined;

/** `V` itself if JSON can represent it; otherwise a type whose name explains why not. */
export type Storable<V> =
  IsAny<V> extends true
    ? V
    : V extends Primitive
      ? V
      : V extends Date
        ? NotStorable<'A Date becomes a string: store a string or a number'>
        : V extends ReadonlyMap<unknown, unknown> | ReadonlySet<unknown>
          ? NotStorable<'A Map or Set becomes {}: store an array or an object'>
          : V extends bigint | symbol | ((...args: never[]) => unknown)
            ? NotStorable<'JSON cannot represent a bigint, symbol or function'>
            : V extends object
              ? { [K in keyof V]: Storable<V[K]> }
              : V;

/** Names that differ only in the case of their first letter would share one setter. */
type NameTwin<T, K> = K extends string
  ? Capitalize<K> extends Exclude<keyof T, K>
    ? true
    : Uncapitalize<K> extends Exclude<keyof T, K>
      ? true
      : false
  : false;

/** Type aliases satisfy this index signature, interfaces never do. The compiler prints the name. */
export interface TypeAliasNotInterface {
  readonly [property: string]: unknown;
}

/** Constraint on module types: a type alias, not an interface, whose properties JSON can represent. */
export type ModuleShape<T> = TypeAliasNotInterface & {
  [K in keyof T]: string extends K
    ? Storable<T[K]>
    : NameTwin<T, K> extends true
      ? NotStorable<'Two properties differ only in the case of their first letter'>
      : Storable<T[K]>;
};

/** Default of a missing module type: nothing is assignable to it, and the compiler prints why. */
export type MissingType = { 'Write the module type, as in createLocalStorage<Settings>': never };

/** The property names of a module type; for a union, those of every member. */
export type ModuleKey<T> = T extends unknown ? keyof T & string : never;

/** The type of one property, including `undefined` if the property may be missing. */
export type ModuleValue<T, K extends PropertyKey> = T extends unknown
  ? K extends keyof T
    ? T[K]
    : undefined
  : never;

type IsOptional<T, K extends keyof T> = string extends K
  ? true
  : number extends K
    ? true
    : {} extends Pick<T, K>
      ? true
      : false;

/** The initial values of a module: every required property, no optional ones. */
export type Initial<T> = T extends unknown
  ? Simplify<
      { [K in keyof T as IsOptional<T, K> extends true ? never : K]: T[K] } & {
        [K in keyof T as string extends K
          ? never
          : IsOptional<T, K> extends true
            ? K
            : never]?: NotStorable<'An optional property cannot have an initial value'>;
      }
    >
  : never;

/** The type of values read from storage: read-only at every level. */
export type DeepReadonly<V> =
  IsAny<V> extends true
    ? V
    : V extends
          | Primitive
          | Date
          | ReadonlyMap<unknown, unknown>
          | ReadonlySet<unknown>
          | ((...args: never[]) => unknown)
      ? V
      : V extends object
        ? { readonly [K in keyof V]: DeepReadonly<V[K]> }
        : V;

/** A new value, or a function that computes it from the latest one. */
export type SetAction<V> = DeepReadonly<V> | ((previous: DeepReadonly<V>) => DeepReadonly<V>);

/** A function that saves one property. */
export interface ValueSetter<V> {
  /** Saves a value, or the result of a function of the latest one. Returns false if not saved. */
  (value: SetAction<V>): boolean;
}

/** A function that resets one property. */
export interface ValueResetter {
  /** Restores the initial value. Removes a property that has none. Returns false if not saved. */
  (): boolean;
}

/** A function that checks one property. */
export interface ValueChecker {
  /** Returns whether the property is stored. */
  (): boolean;
}

/** Name of a resetter: `token` -> `resetToken`. */
export type ResetterKey<K extends string> = `reset${Capitalize<K>}`;

/** Name of a checker: `token` -> `containsToken`. */
export type CheckerKey<K extends string> = `contains${Capitalize<K>}`;
