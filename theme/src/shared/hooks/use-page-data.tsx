import { createContext, useContext } from 'react';
import type { Chrome, Page } from '../../app/data';

export const PageContext = createContext<Page | null>(null);
export const ChromeContext = createContext<Chrome | null>(null);

function required<T>(value: T | null, hook: string): T {
  if (value === null) {
    throw new Error(`Call ${hook} inside <App>.`);
  }
  return value;
}

export const usePage = (): Page => required(useContext(PageContext), 'usePage');

export const useChrome = (): Chrome => required(useContext(ChromeContext), 'useChrome');

/** The language of the theme's own strings, inside a page that isn't translated. */
export function useOwnLanguage(): Page['original'] {
  const { locale: lang, dir } = useChrome();
  return usePage().original && { lang, dir };
}

/** Adds the base to a path of the site. External addresses are unchanged. */
export const pathTo = (chrome: Chrome, path: string): string =>
  path.startsWith('/') ? chrome.base + path.slice(1) : path;
