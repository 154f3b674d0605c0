import { isPlainObject } from './plain-object.ts';

/**
 * For the `merge` option: adds the fields of `initial` that objects in stored properties lack, at every
 * level. Everything else, arrays included, is used as it is stored.
 */
// biome-ignore lint/suspicious/noExplicitAny: it fits every module type; `check` validates the values.
export function mergeDeep(stored: object, initial: object): any {
  const values = new Map(Object.entries(initial));
  const merged = Object.entries(stored).map(([name, value]) => [
    name,
    merge(value, values.get(name)),
  ]);
  return Object.fromEntries(merged);
}

function merge(stored: unknown, initial: unknown): unknown {
  if (!isPlainObject(stored) || !isPlainObject(initial)) return stored;
  // A Map: "__proto__" is a name like any other.
  const values = new Map(Object.entries(initial));
  for (const [name, value] of Object.entries(stored)) {
    values.set(name, merge(value, values.get(name)));
  }
  return Object.fromEntries(values);
}
