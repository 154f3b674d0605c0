import type { SiteIndex } from '../../router/site-index';

/** Where a search looks, and for whom. */
export interface SearchOptions {
  /** Knows what stands on the server: `context.index`. */
  readonly index: Pick<SiteIndex, 'loadBuild'>;
  /** The path the site stands under on its host: `chrome.base`. */
  readonly base: string;
  /** The language tag of the page on the screen, whose results come first: `chrome.locale`. */
  locale(): string;
}

/** A piece of an excerpt; matches are what the reader searched for. */
export interface ExcerptPart {
  readonly text: string;
  readonly isMatch: boolean;
}

/** A section that holds what was searched for. */
export interface SearchResult {
  /** Its heading; that of the page where the match stands above all other headings. */
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
   * Finds sections; those in the reader's language come first. A text that is nowhere finds nothing.
   * Rejects with `SearchUnavailableError` when the index cannot be reached, and may then be asked
   * again; with the signal's reason when it was aborted.
   */
  search(query: string, signal?: AbortSignal): Promise<readonly SearchGroup[]>;
  /** Fetches what the first search needs, so that it is quick. Never fails. */
  warm(): void;
}
