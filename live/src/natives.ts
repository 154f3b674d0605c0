/**
 * Built-in functions, saved before a sample can replace them. Code that runs next to samples calls
 * these, and neither spreads arrays nor uses iterators.
 */

const { call } = Function.prototype;

/** Returns a method as a function that takes the object. Calls don't look up any property. */
export function uncurry<This, Args extends unknown[], Result>(
  method: (this: This, ...args: Args) => Result,
): (self: This, ...args: Args) => Result {
  return call.bind(method) as never;
}

export function uncurryGetter<Result>(prototype: object, name: PropertyKey) {
  const { get } = Object.getOwnPropertyDescriptor(prototype, name) as { get(): Result };
  return uncurry(get as (this: unknown) => Result);
}

export const {
  defineProperty,
  deleteProperty,
  get: getProperty,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  has,
  ownKeys,
  set: setProperty,
  setPrototypeOf,
} = Reflect;

export const { create, hasOwn, keys: keysOf } = Object;
export const { isArray } = Array;
export const { ceil, max, min } = Math;
export const toText = String;

type AnyMap = Map<unknown, unknown>;
const { prototype: map } = Map as { prototype: AnyMap };
export const mapGet = uncurry(map.get) as <K, V>(self: ReadonlyMap<K, V>, key: K) => V | undefined;
export const mapSet = uncurry(map.set) as <K, V>(self: Map<K, V>, key: K, value: V) => Map<K, V>;
export const mapHas = uncurry(map.has) as <K, V>(self: ReadonlyMap<K, V>, key: K) => boolean;
export const mapDelete = uncurry(map.delete) as <K, V>(self: Map<K, V>, key: K) => boolean;
export const mapClear = uncurry(map.clear) as (self: AnyMap) => void;
export const mapForEach = uncurry(map.forEach) as <K, V>(
  self: ReadonlyMap<K, V>,
  action: (value: V, key: K) => void,
) => void;
export const mapSize = uncurryGetter<number>(map, 'size') as <K, V>(
  self: ReadonlyMap<K, V>,
) => number;

const { prototype: weakMap } = WeakMap as { prototype: WeakMap<object, unknown> };
export const weakGet = uncurry(weakMap.get) as <K extends object, V>(
  self: WeakMap<K, V>,
  key: K,
) => V | undefined;
export const weakSet = uncurry(weakMap.set) as <K extends object, V>(
  self: WeakMap<K, V>,
  key: K,
  value: V,
) => unknown;

export const charCodeAt: (self: string, index: number) => number = uncurry(
  String.prototype.charCodeAt,
);

export const slice: (self: string, start?: number, end?: number) => string = uncurry(
  String.prototype.slice,
);

/** An array without a prototype: writing to it can't call a setter of a sample. */
export function createList<Item>(): Item[] {
  const list: Item[] = [];
  setPrototypeOf(list, null);
  return list;
}

export function append<Item>(list: Item[], item: Item): void {
  list[list.length] = item;
}

export function extend<Item>(list: Item[], items: readonly Item[]): void {
  for (let i = 0; i < items.length; i += 1) append(list, items[i] as Item);
}
