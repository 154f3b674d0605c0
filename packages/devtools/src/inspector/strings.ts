/** The UI strings of the inspector. `strings/` has them in English and Chinese. */
export interface InspectorStrings {
  /** The language tag, for numbers. */
  readonly language: string;
  readonly local: string;
  readonly session: string;
  readonly memory: string;
  /** With `{version}`. */
  readonly version: string;
  readonly noModule: string;
  /** With `{key}`. */
  readonly backupOf: string;
  /** With `{names}`. */
  readonly rejected: string;
  readonly unusable: string;
  readonly held: string;
  readonly isProtected: string;
  readonly isStrict: string;
  readonly isOpen: string;
  /** With `{characters}` and `{share}`. */
  readonly size: string;
  /** With `{characters}` and `{quota}`. */
  readonly total: string;
  /** Before a changed line, for screen readers. */
  readonly changed: string;
  /** With `{count}`. */
  readonly cut: string;
  readonly missing: string;
  readonly empty: string;
}

/** Replaces placeholders such as `{version}`. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (mark, name: string) => values[name] ?? mark);

/** `246`, `98,000`, `5.2 million`. */
export const formatCount = (count: number, language: string): string =>
  new Intl.NumberFormat(
    language,
    count < 1_000_000
      ? {}
      : { notation: 'compact', compactDisplay: 'long', maximumSignificantDigits: 2 },
  ).format(count);

export const formatShare = (share: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'percent', maximumSignificantDigits: 2 }).format(share);
