import type { AnalyticsSettings } from '../../../../contracts/records.gen';

/** A path as it is counted. */
export interface CountedPath {
  /** Without the base of the site and the language prefix, so it is the same in all languages. */
  readonly neutral: string;
  /** The name of its language in the settings. */
  readonly language: string;
}

export function readPath(
  pathname: string,
  { base, languages }: Pick<AnalyticsSettings, 'base' | 'languages'>,
): CountedPath {
  const whole = `/${pathname.slice(base.length)}`;
  const prefix = Object.keys(languages)
    .filter((candidate) => `${whole}/`.startsWith(candidate))
    .reduce((best, next) => (next.length > best.length ? next : best), '/');
  return {
    neutral: `/${whole.slice(prefix.length)}`,
    language: languages[prefix] ?? '',
  };
}
