import type { Format } from '../state/format.ts';

/** The styles of languages, in the order of the site. */
export const looks = ['main', 'second', 'third'] as const;

/** The paths of the languages of a site, in the format of the API. */
export const languagePaths = (prefixes: readonly string[]): string[] => [
  '/',
  ...prefixes.map((prefix) => `/${prefix}/`),
];

/** The collector doesn't know the first language, so the caller names it. */
export const languageName = (path: string, main: string, format: Format): string =>
  path === '/' ? main : format.language(path.replaceAll('/', ''));
