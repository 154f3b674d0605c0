import type { SiteIndex } from '../../router/site-index';

export interface SearchOptions {
  readonly index: Pick<SiteIndex, 'loadBuild'>;
  /** The base path of the site: `chrome.base`. */
  readonly base: string;
  /** The language tag of the current page, whose results come first: `chrome.locale`. */
  locale(): string;
}

export interface ExcerptPart {
  readonly text: string;
  readonly isMatch: boolean;
}

/** A section that matches the query. */
export interface SearchResult {
  /** Its heading, or the title of the page for a match above the first heading. */
  readonly heading: string;
  /** Its address without base, with the id of the heading: `/guide/start.html#water`. */
  readonly path: string;
  readonly excerpt: readonly ExcerptPart[];
}

/** The sections of one page, the best first. */
export interface SearchGroup {
  readonly page: { readonly title: string; readonly path: string };
  /** The language tag of the page. */
  readonly locale: string;
  readonly results: readonly SearchResult[];
}

export interface Search {
  /**
   * Finds sections, those in the language of the page first. Rejects with `SearchUnavailableError` if
   * the index can't be loaded, after which it can be retried, or with the reason of the signal.
   */
  search(query: string, signal?: AbortSignal): Promise<readonly SearchGroup[]>;
  /** Fetches the files of the first search in advance. Never fails. */
  warm(): void;
}
