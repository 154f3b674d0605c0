import { isPlainObject } from './plain-object.ts';

/** Returns the path of the first field inside a property that `initial` has and `stored` lacks. */
export function findMissingName(
  stored: unknown,
  initial: unknown,
  isNested = false,
): string | undefined {
  if (!isPlainObject(stored) || !isPlainObject(initial)) return undefined;
  const names = new Map(Object.entries(stored));
  for (const [name, value] of Object.entries(initial)) {
    if (isNested && !names.has(name)) return name;
    const below = findMissingName(names.get(name), value, true);
    if (below !== undefined) return `${name}.${below}`;
  }
  return undefined;
}
