/** What the inspector says, in the language of the page. */
export interface InspectorWords {
  /** The language, for figures. */
  readonly language: string;
  readonly local: string;
  readonly session: string;
  readonly memory: string;
  /** `{version}` is the number. */
  readonly version: string;
  /** An entry that no module wrote. */
  readonly noModule: string;
  readonly isProtected: string;
  readonly isOpen: string;
  /** `{characters}` and `{share}`. */
  readonly size: string;
  /** `{characters}` and `{quota}`, below the entries of one storage. */
  readonly total: string;
  /** Said to those who cannot see the mark of a changed line. */
  readonly changed: string;
  /** `{count}` further characters are not shown. */
  readonly cut: string;
  readonly empty: string;
}

/** Puts values in the place of marks such as `{version}`. */
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
