// What @tuffet/shared declares. `make reference` writes this file.

// #region checker-key
type CheckerKey<K extends string> = `contains${Capitalize<K>}`;
// #endregion checker-key

// #region deep-readonly
type DeepReadonly<V> =
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
// #endregion deep-readonly

// #region initial
type Initial<T> = T extends unknown
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
// #endregion initial

// #region missing-type
type MissingType = {
  'Write the module type, as in createLocalStorage<Settings>': never;
};
// #endregion missing-type

// #region module-key
type ModuleKey<T> = T extends unknown ? keyof T & string : never;
// #endregion module-key

// #region module-shape
type ModuleShape<T> = TypeAliasNotInterface & {
  [K in keyof T]: string extends K
    ? Storable<T[K]>
    : NameTwin<T, K> extends true
      ? NotStorable<'Two properties differ only in the case of their first letter'>
      : Storable<T[K]>;
};
// #endregion module-shape

// #region module-value
type ModuleValue<T, K extends PropertyKey> = T extends unknown
  ? K extends keyof T
    ? T[K]
    : undefined
  : never;
// #endregion module-value

// #region not-storable
interface NotStorable<Reason extends string> {
  // #region not-storable-not-storable
  readonly __notStorable: Reason;
  // #endregion not-storable-not-storable
}
// #endregion not-storable

// #region resetter-key
type ResetterKey<K extends string> = `reset${Capitalize<K>}`;
// #endregion resetter-key

// #region set-action
type SetAction<V> =
  | DeepReadonly<V>
  | ((previous: DeepReadonly<V>) => DeepReadonly<V>);
// #endregion set-action

// #region simplify
type Simplify<T> = { [K in keyof T]: T[K] } & {};
// #endregion simplify

// #region storable
type Storable<V> =
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
// #endregion storable

// #region type-alias-not-interface
interface TypeAliasNotInterface {
  readonly [property: string]: unknown;
}
// #endregion type-alias-not-interface

// #region value-checker
interface ValueChecker {
  // #region value-checker-call
  (): boolean;
  // #endregion value-checker-call
}
// #endregion value-checker

// #region value-resetter
interface ValueResetter {
  // #region value-resetter-call
  (): boolean;
  // #endregion value-resetter-call
}
// #endregion value-resetter

// #region value-setter
interface ValueSetter<V> {
  // #region value-setter-call
  (value: SetAction<V>): boolean;
  // #endregion value-setter-call
}
// #endregion value-setter

// #region create-proxy
function createProxy<T extends object = object, R = T>(
  target: T,
  handler: ProxyHandler<T>,
): R;
// #endregion create-proxy

// #region lower-first
function lowerFirst<S extends string>(text: S): Uncapitalize<S>;
// #endregion lower-first

// #region restore-prefixed-string
function restorePrefixedString(
  target: string,
  prefix: string,
  uncapitalize?: boolean,
): string;
// #endregion restore-prefixed-string

// #region restore-suffixed-string
function restoreSuffixedString(
  target: string,
  suffix: string,
  autoCapitalizeSuffix?: boolean,
): string;
// #endregion restore-suffixed-string

// #region upper-first
function upperFirst<S extends string>(text: S): Capitalize<S>;
// #endregion upper-first

// #region is-any
type IsAny<T> = 0 extends 1 & T ? true : false;
// #endregion is-any

// #region primitive
type Primitive = string | number | boolean | null | undefined;
// #endregion primitive

// #region is-optional
type IsOptional<T, K extends keyof T> = string extends K
  ? true
  : number extends K
    ? true
    : {} extends Pick<T, K>
      ? true
      : false;
// #endregion is-optional

// #region name-twin
type NameTwin<T, K> = K extends string
  ? Capitalize<K> extends Exclude<keyof T, K>
    ? true
    : Uncapitalize<K> extends Exclude<keyof T, K>
      ? true
      : false
  : false;
// #endregion name-twin
