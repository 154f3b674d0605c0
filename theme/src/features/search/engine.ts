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

/** A query with more units than this was pasted. */
const MANY_UNITS = 4;

const NOTHING: SearchAnswer = { groups: [], hasMore: false, corrected: undefined };

export function createSearch(options: SearchOptions): Search {
  const site = new SiteSearch(options);
  return {
    async search(input, signal, steps = 1) {
      signal?.throwIfAborted();
      const isEmpty = parseQuery(input).units.length === 0;
      const answer = isEmpty ? NOTHING : await site.search(input, steps);
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
  async search(input: string, steps: number): Promise<SearchAnswer> {
    for (let isFresh = false; ; isFresh = true) {
      try {
        const indexes = await this.#open(isFresh);
        return indexes ? await searchSite(input, indexes, this.options.locale(), steps) : NOTHING;
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

async function searchSite(
  input: string,
  indexes: SiteIndexes,
  own: string,
  steps: number,
): Promise<SearchAnswer> {
  const readings = await readAll(parseQuery(input), indexes, own);
  const corrected = await correct(input, readings);
  const chosen =
    corrected === undefined ? readings : await readAll(parseQuery(corrected), indexes, own);
  return { ...(await searchReadings(chosen, steps)), corrected };
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

async function searchReadings(readings: readonly Reading[], steps: number) {
  const answers = await Promise.all(
    readings.map((reading, place) => searchLanguage(reading, steps, place === 0)),
  );
  const groups = answers.flatMap((answer) => answer.groups);
  return {
    // Sorting is stable, so the language of the page stays first in each step.
    groups: removeCopies(groups.sort((a, b) => a.step - b.step)),
    hasMore: answers.some(({ hasMore }) => hasMore),
  };
}
