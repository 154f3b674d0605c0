/** `token` -> `Token`. */
export function upperFirst<S extends string>(text: S): Capitalize<S> {
  return (text.charAt(0).toUpperCase() + text.slice(1)) as Capitalize<S>;
}

/** `Token` -> `token`. */
export function lowerFirst<S extends string>(text: S): Uncapitalize<S> {
  return (text.charAt(0).toLowerCase() + text.slice(1)) as Uncapitalize<S>;
}

/** The name behind a prefix: `setToken` -> `token`. A text without the prefix comes back as it is. */
export function restorePrefixedString(target: string, prefix: string, uncapitalize = true): string {
  if (!target.startsWith(prefix)) return target;
  const name = target.slice(prefix.length);
  return uncapitalize ? lowerFirst(name) : name;
}

/** The name before a suffix: `tokenState` -> `token`. A text without the suffix comes back as it is. */
export function restoreSuffixedString(
  target: string,
  suffix: string,
  autoCapitalizeSuffix = true,
): string {
  const end = autoCapitalizeSuffix ? upperFirst(suffix) : suffix;
  return end && target.endsWith(end) ? target.slice(0, -end.length) : target;
}
