import type english from './strings/en.json';

export type InspectorStrings = typeof english.entry & {
  /** The language tag, for numbers. */
  readonly language: string;
};

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
