/** Accepts plain objects of any realm; rejects arrays, promises, Maps and other class instances. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return !(prototype && Object.getPrototypeOf(prototype));
}

/** Throws a TypeError if a value is not a plain object. */
export function assertPlainObject(value: unknown, hint?: string): Record<string, unknown> {
  if (isPlainObject(value)) return value;
  throw new TypeError(hint);
}

/** Describes a value for an error message: `null`, `2`, `"2"`, `an Array`, `a Promise`. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const name = {}.toString.call(value).slice(8, -1);
  return `${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name}`;
}

/** Like `describeValue`, but names the class of an instance: `a function`, `a Point`, `a plain object`. */
export function describeKind(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'string') return 'a string';
  if (isPlainObject(value)) return 'a plain object';
  const name = Object(value) === value && Object(value).constructor?.name;
  return name ? `${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name}` : describeValue(value);
}
