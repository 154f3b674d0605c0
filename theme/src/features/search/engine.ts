import { parseQuery, type Query, type Word } from './query';
import { removeCopies } from './results';
import { type Reading, readQuery, searchLanguage } from './search-language';
import { SiteIndexes } from './site-indexes';
import { correctText } from './spelling';
import type { Search, SearchAnswer, SearchOptions } from './types';

/** The index can't be loaded. A retry may succeed. */
export class SearchUnavailableError extends Error {
  override name = 'SearchUnavailableError';
}

/** How many sections are compared, in the language of the page and in each other one. */
const OWN_TEXTS = 12;
const OTHER_TEXTS = 2;

/** A query with more units than this was pasted. */
const MANY_UNITS = 4;

const NOTHING: SearchAnswer = { groups: [], corrected: undefined };

export function createSearch(options: SearchOptions): Search {
  const site = new SiteSearch(options);
  return {
    async search(input, signal) {
      signal?.throwIfAborted();
      const isEmpty = parseQuery(input).units.length === 0;
      const answer = isEmpty ? NOTHING : await site.search(input);
      signal?.throwIfAborted();
      return answer;
    },
    suggest: () => site.suggest().catch(() => []), // a search reports the failure
    warm: () => void site.warm().catch(() => {}),
  };
}

/** Searches in the index that is currently on the server. */
class SiteSearch {
  #indexes: SiteIndexes | undefined;

  constructor(readonly options: SearchOptions) {}

  /** Retries once from scratch: the site may have been deployed in the meantime. */
  async search(input: string): Promise<SearchAnswer> {
    for (let isFresh = false; ; isFresh = true) {
      try {
        const indexes = await this.#open(isFresh);
        return indexes ? await searchSite(input, indexes, this.options.locale()) : NOTHING;
      } catch (cause) {
        this.#indexes = undefined;
        if (isFresh) {
          throw new SearchUnavailableError('The search index cannot be reached.', { cause });
        }
      }
    }
  }

  async suggest() {
    const indexes = await this.#open(false);
    const index = await indexes?.open(this.options.locale());
    return index?.record.suggestions ?? [];
  }

  async warm(): Promise<void> {
    const indexes = await this.#open(false);
    await Promise.all(indexes?.languages.map((language) => indexes.open(language)) ?? []);
  }

  async #open(isFresh: boolean): Promise<SiteIndexes | undefined> {
    const { search: record } = await this.options.index.loadBuild({ isFresh });
    if (record && JSON.stringify(record) !== JSON.stringify(this.#indexes?.record)) {
      this.#indexes = new SiteIndexes(record, this.options.base);
    }
    return record ? this.#indexes : undefined;
  }
}

async function searchSite(input: string, indexes: SiteIndexes, own: string): Promise<SearchAnswer> {
  const query = parseQuery(input);
  const readings = await readAll(query, indexes, own);
  const corrected = await correct(input, readings);
  if (corrected === undefined) {
    return { groups: await searchReadings(readings), corrected };
  }
  const others = await readAll(parseQuery(corrected), indexes, own);
  return { groups: await searchReadings(others), corrected };
}

/** Looks up a query in all languages, that of the page first. */
async function readAll(query: Query, indexes: SiteIndexes, own: string): Promise<Reading[]> {
  // A message is the same in all languages, and its many words need many files.
  const isLong = query.units.length > MANY_UNITS;
  const others = indexes.languages.filter((language) => language !== own && !isLong);
  return Promise.all(
    [own, ...others].map(async (language) => readQuery(await indexes.open(language), query)),
  );
}

/** Corrects words that the index of no language contains. */
async function correct(input: string, readings: readonly Reading[]): Promise<string | undefined> {
  const [first] = readings;
  if (!first || first.query.isQuoted || first.query.message.length > 0) {
    return;
  }
  const known = new Set(
    readings.flatMap(({ parts }) =>
      parts.filter(({ scores }) => scores.size > 0).map(({ unit }) => unit[0]),
    ),
  );
  const unknown = first.parts.flatMap(({ unit: [term] }): Word[] =>
    term?.kind === 'word' && !known.has(term) ? [term] : [],
  );
  return unknown.length > 0 ? correctText(input, unknown, first.index) : undefined;
}

async function searchReadings([own, ...others]: readonly Reading[]) {
  const groups = await Promise.all([
    own ? searchLanguage(own, OWN_TEXTS, true) : [],
    ...others.map((reading) => searchLanguage(reading, OTHER_TEXTS, false)),
  ]);
  return removeCopies(groups.flat());
}
