/** Returns undefined instead of an empty string, so that there is no empty attribute. */
export const classNames = (...names: (string | false | undefined)[]): string | undefined =>
  names.filter(Boolean).join(' ') || undefined;
