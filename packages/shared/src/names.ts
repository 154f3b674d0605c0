/** Converts the first letter to upper case: `token` -> `Token`. */
export function upperFirst<S extends string>(text: S): Capitalize<S> {
  return (text.charAt(0).toUpperCase() + text.slice(1)) as Capitalize<S>;
}

/** Converts the first letter to lower case: `Token` -> `token`. */
export function lowerFirst<S extends string>(text: S): Uncapitalize<S> {
  return (text.charAt(0).toLowerCase() + text.slice(1)) as Uncapitalize<S>;
}

/** Removes a prefix: `setToken` -> `token`. Returns a name without the prefix unchanged. */
export function restorePrefixedString(target: string, prefix: string, uncapitalize = true): string {
  if (!target.startsWith(prefix)) return target;
  const name = target.slice(prefix.length);
  return uncapitalize ? lowerFirst(name) : name;
}

/** Removes a suffix: `tokenState` -> `token`. Returns a name without the suffix unchanged. */
export function restoreSuffixedString(
  target: string,
  suffix: string,
  autoCapitalizeSuffix = true,
): string {
  const end = autoCapitalizeSuffix ? upperFirst(suffix) : suffix;
  return end && target.endsWith(end) ? target.slice(0, -end.length) : target;
}
