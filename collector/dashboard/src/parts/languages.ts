import type { Format } from '../state/format.ts';

/** How the languages of a site are drawn, one after the other. */
export const looks = ['main', 'second', 'third'] as const;

/** The paths that the languages of a site stand under, as the collector names them. */
export const languagePaths = (prefixes: readonly string[]): string[] => [
  '/',
  ...prefixes.map((prefix) => `/${prefix}/`),
];

/** The collector does not know what the first language is. */
export const languageName = (path: string, main: string, format: Format): string =>
  path === '/' ? main : format.language(path.replaceAll('/', ''));
