declare const process: { env: { NODE_ENV?: string } };

/** In development, freezes arrays and plain objects deeply, so that mutating a stored value throws. */
export function freezeInDevelopment<V>(value: V): V {
  try {
    // Bundlers replace the whole expression, and drop the code behind it for production.
    if (process.env.NODE_ENV !== 'production') freeze(value);
  } catch {
    // A page without a bundler has no `process`, and counts as production.
  }
  return value;
}

function freeze(value: unknown): void {
  // Not instances of classes, which a serializer may create: they need not work when frozen.
  const isPlain = [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value ?? 0));
  if (!isPlain || Object.isFrozen(value)) return;
  // Before its parts, for some serializers can store cycles.
  Object.freeze(value);
  for (const part of Object.values(value as object)) freeze(part);
}
