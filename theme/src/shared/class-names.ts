/** The class names that apply, or nothing, so that no empty attribute is written. */
export const classNames = (...names: (string | false | undefined)[]): string | undefined =>
  names.filter(Boolean).join(' ') || undefined;
