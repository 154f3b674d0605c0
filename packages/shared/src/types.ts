/** Shows a computed object type as plain members wherever an editor prints it. */
export type Simplify<T> = { [K in keyof T]: T[K] } & {};

type IsAny<T> = 0 extends 1 & T ? true : false;

/** What a property turns into when its type cannot live in storage: nothing is assignable to it. */
export interface NotStorable<Reason extends string> {
  readonly __notStorable: Reason;
}

type Primitive = string | number | boolean | null | undefined;

/** `V` itself when JSON can hold it; otherwise a type that says why not. */
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
            ? NotStorable<'JSON has no bigint, symbol or function'>
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

/** What an interface never fits, and a type alias does. Compilers print the name. */
export interface TypeAliasNotInterface {
  readonly [property: string]: unknown;
}

/** The rule for a module type: a type alias (not an interface) whose properties JSON can hold. */
export type ModuleShape<T> = TypeAliasNotInterface & {
  [K in keyof T]: string extends K
    ? Storable<T[K]>
    : NameTwin<T, K> extends true
      ? NotStorable<'Two properties differ only in the case of their first letter'>
      : Storable<T[K]>;
};

/** Stands where a module type was left out, so that nothing fits and the compiler says why. */
export type MissingType = { 'Write the module type, as in createLocalStorage<Settings>': never };

/** The property names of a module type, of every member of a union. */
export type ModuleKey<T> = T extends unknown ? keyof T & string : never;

/** The type of one property; `undefined` joins it where the property may be missing. */
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

/** The initial values of a module: every required property, and none of the optional ones. */
export type Initial<T> = T extends unknown
  ? Simplify<
      { [K in keyof T as IsOptional<T, K> extends true ? never : K]: T[K] } & {
        [K in keyof T as string extends K
          ? never
          : IsOptional<T, K> extends true
            ? K
            : never]?: NotStorable<'An optional property has no initial value'>;
      }
    >
  : never;

/** What storage hands out: the same value, read-only all the way down. */
export type DeepReadonly<V> =
  IsAny<V> extends true
    ? V
    : V extends Primitive | Date | ReadonlyMap<unknown, unknown> | ReadonlySet<unknown>
      ? V
      : V extends object
        ? { readonly [K in keyof V]: DeepReadonly<V[K]> }
        : V;

/** A new value, or a function that makes it from the latest one. */
export type SetAction<V> = DeepReadonly<V> | ((previous: DeepReadonly<V>) => DeepReadonly<V>);

/** `token` -> `resetToken`. */
export type ResetterKey<K extends string> = `reset${Capitalize<K>}`;

/** `token` -> `containsToken`. */
export type CheckerKey<K extends string> = `contains${Capitalize<K>}`;
