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
  /** `{bytes}` and `{share}`. */
  readonly size: string;
  /** `{bytes}` and `{quota}`, below the entries of one storage. */
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

/** `246 B`, `1.2 KiB`, `10 MiB`: quotas are powers of two. */
export function formatBytes(bytes: number, language: string): string {
  const power = bytes < 1024 ? 0 : bytes < 1024 ** 2 ? 1 : 2;
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  return `${format.format(bytes / 1024 ** power)} ${['B', 'KiB', 'MiB'][power]}`;
}

export const formatShare = (share: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'percent', maximumSignificantDigits: 2 }).format(share);
