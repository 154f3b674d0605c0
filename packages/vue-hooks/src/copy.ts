/** Returns the built-in class of a value. Arrays, Maps, Sets, Dates and plain objects are copied. */
export function kindOf(value: unknown): string {
  const kind = {}.toString.call(value).slice(8, -1);
  const prototype = kind === 'Object' && Object.getPrototypeOf(value);
  // Not those of other classes, which a serializer may restore: a copy would lose their methods.
  return prototype && Object.getPrototypeOf(prototype) ? '' : kind;
}

/** Copies arrays, plain objects, Maps, Sets and Dates deeply. Returns other values unchanged. */
export function copyOf(value: unknown): unknown {
  switch (kindOf(value)) {
    case 'Array':
      return (value as unknown[]).map(copyOf);
    case 'Object':
      return Object.fromEntries(
        Object.entries(value as object).map(([name, member]) => [name, copyOf(member)]),
      );
    case 'Map':
      return new Map(copyOf([...(value as Map<unknown, unknown>)]) as [unknown, unknown][]);
    case 'Set':
      return new Set(copyOf([...(value as Set<unknown>)]) as unknown[]);
    case 'Date':
      return new Date(value as Date);
    default:
      return value;
  }
}
