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

export function createSearch({ base, index, locale }: SearchOptions): Search {
  let opened: SearchIndex | undefined;

  async function open(isFresh: boolean): Promise<SearchIndex | undefined> {
    const { search: record } = await index.loadBuild({ isFresh });
    if (record && JSON.stringify(record) !== JSON.stringify(opened?.record)) {
      opened?.close();
      opened = new SearchIndex(record, base);
    }
    return record ? opened : undefined;
  }

  /** Retries once from scratch: the site may have been deployed in the meantime. */
  async function searchTwice(query: Query): Promise<SearchGroup[]> {
    for (let isFresh = false; ; isFresh = true) {
      try {
        const current = await open(isFresh);
        return current ? await searchAll(query, current, locale()) : [];
      } catch (cause) {
        opened?.close();
        opened = undefined;
        if (isFresh) {
          throw new SearchUnavailableError('The search index cannot be reached.', { cause });
        }
      }
    }
  }

  return {
    async search(input, signal) {
      signal?.throwIfAborted();
      const query = parseQuery(input);
      const groups = query.units.length > 0 ? await searchTwice(query) : [];
      signal?.throwIfAborted();
      return groups;
    },
    warm() {
      open(false)
        .then((current) =>
          Promise.all(current?.languages.map((tag) => current.find(tag, [])) ?? []),
        )
        .catch(() => {}); // a search reports the failure
    },
  };
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
