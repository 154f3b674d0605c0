import type { PageLink } from '../../../../contracts/records.gen';
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
  /** Whether these sections have only a part of the query. */
  readonly isPartial: boolean;
  /** The typed words that a partial match doesn't have. */
  readonly missing: readonly string[];
  /** The step that found them, from 0. */
  readonly step: number;
  readonly results: readonly SearchResult[];
}

export interface SearchAnswer {
  /** For each step: sections with all of the query, then partial matches, then other languages. */
  readonly groups: readonly SearchGroup[];
  /** Whether another step may find more pages. */
  readonly hasMore: boolean;
  /** The query that was searched for instead, because words of the typed one were misspelled. */
  readonly corrected: string | undefined;
}

export interface Search {
  /**
   * Finds sections, those in the language of the page first. Each step adds more pages; with enough
   * steps, all pages that have the whole query are found. Rejects with `SearchUnavailableError` if the
   * index can't be loaded, after which it can be retried, or with the reason of the signal.
   */
  search(query: string, signal?: AbortSignal, steps?: number): Promise<SearchAnswer>;
  /** Sections to offer when there are no results. Empty if the index can't be loaded. */
  suggest(): Promise<readonly PageLink[]>;
  /** Fetches the files of the first search in advance. Never fails. */
  warm(): void;
}
