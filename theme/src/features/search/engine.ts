import { parseQuery, type Query } from './query';
import { SearchIndex } from './search-index';
import { searchLanguage } from './search-language';
import type { Search, SearchGroup, SearchOptions } from './types';

/** The index cannot be reached. It may be there the next time. */
export class SearchUnavailableError extends Error {
  override name = 'SearchUnavailableError';
}

/** How many texts are compared, in the language of the page and in each other one. */
const OWN_TEXTS = 14;
const OTHER_TEXTS = 6;

/** A query with more units than this was pasted. */
const MANY_UNITS = 4;

export function createSearch(options: SearchOptions): Search {
  const site = new SiteSearch(options);
  return {
    async search(input, signal) {
      signal?.throwIfAborted();
      const query = parseQuery(input);
      const groups = query.units.length > 0 ? await site.search(query) : [];
      signal?.throwIfAborted();
      return groups;
    },
    warm: () => void site.warm().catch(() => {}), // a search reports the failure
  };
}

/** Searches in the index that is currently on the server. */
class SiteSearch {
  #index: SearchIndex | undefined;

  constructor(readonly options: SearchOptions) {}

  /** Retries once from scratch: the site may have been deployed in the meantime. */
  async search(query: Query): Promise<SearchGroup[]> {
    for (let isFresh = false; ; isFresh = true) {
      try {
        const index = await this.#open(isFresh);
        return index ? await searchAll(query, index, this.options.locale()) : [];
      } catch (cause) {
        this.#close();
        if (isFresh) {
          throw new SearchUnavailableError('The search index cannot be reached.', { cause });
        }
      }
    }
  }

  async warm(): Promise<void> {
    const index = await this.#open(false);
    await Promise.all(index?.languages.map((language) => index.find(language, [])) ?? []);
  }

  async #open(isFresh: boolean): Promise<SearchIndex | undefined> {
    const { search: record } = await this.options.index.loadBuild({ isFresh });
    if (record && JSON.stringify(record) !== JSON.stringify(this.#index?.record)) {
      this.#close();
      this.#index = new SearchIndex(record, this.options.base);
    }
    return record ? this.#index : undefined;
  }

  #close(): void {
    this.#index?.close();
    this.#index = undefined;
  }
}

async function searchAll(query: Query, index: SearchIndex, own: string): Promise<SearchGroup[]> {
  const others = index.languages.filter((language) => language !== own);
  const inOwn = searchLanguage(own, query, index, OWN_TEXTS);
  // A message is the same in all languages, and its many words need many files.
  if (query.units.length > MANY_UNITS && (await inOwn).length > 0) {
    return inOwn;
  }
  const inOthers = others.map((language) => searchLanguage(language, query, index, OTHER_TEXTS));
  return (await Promise.all([inOwn, ...inOthers])).flat();
}
