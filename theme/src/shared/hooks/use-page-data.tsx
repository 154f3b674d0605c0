import { createContext, useContext } from 'react';
import type { Chrome, Page } from '../../app/data';

export const PageContext = createContext<Page | null>(null);
export const ChromeContext = createContext<Chrome | null>(null);

function required<T>(value: T | null, hook: string): T {
  if (value === null) {
    throw new Error(`${hook} was called outside <App>. Render the component inside it.`);
  }
  return value;
}

export const usePage = (): Page => required(useContext(PageContext), 'usePage');

export const useChrome = (): Chrome => required(useContext(ChromeContext), 'useChrome');

/** Adds the base to a path of the site. External addresses are unchanged. */
export const pathTo = (chrome: Chrome, path: string): string =>
  path.startsWith('/') ? chrome.base + path.slice(1) : path;
