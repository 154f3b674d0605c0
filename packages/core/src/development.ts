declare const process: { env: { NODE_ENV?: string } };

/** Whether the application runs in development. Without a bundler, a page counts as production. */
export function isDevelopment(): boolean {
  try {
    // Bundlers replace the whole expression; without one, `process` does not exist.
    return process.env.NODE_ENV !== 'production';
  } catch {
    return false;
  }
}

/** In development, freezes arrays and plain objects deeply, so that mutating a stored value throws. */
export function freezeInDevelopment<V>(value: V): V {
  return isDevelopment() ? freeze(value) : value;
}

function freeze<V>(value: V): V {
  // A serializer may produce instances of classes, which need not work when frozen.
  if (!value || ![Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value)))
    return value;
  for (const part of Object.values(value)) freeze(part);
  return Object.freeze(value);
}
