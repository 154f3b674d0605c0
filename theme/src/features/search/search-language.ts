import type { SearchSection } from '../../../../contracts/records.gen';
import {
  type Match,
  matchMessage,
  matchUnits,
  type PreparedSection,
  prepareSection,
} from './match';
import { lookUpExtras, lookUpMessage, lookUpUnits, type Query } from './query';
import type { Hit } from './ranking';
import { type Found, groupResults } from './results';
import type { SearchIndex } from './search-index';
import type { SearchGroup } from './types';

/** Chinese gets a second round if no text of the first matches: its pairs occur apart in many. */
const CHINESE_ROUNDS = 2;
/** A pasted message is meant to find one section. */
const MESSAGE_TEXTS = 12;

/** Searches the pages of one language, and compares at most `limit` texts at a time. */
export async function searchLanguage(
  language: string,
  query: Query,
  index: SearchIndex,
  limit: number,
): Promise<SearchGroup[]> {
  if (!index.languages.includes(language)) {
    return [];
  }
  const units = await index.translate(query.units, language);
  const lookup = lookUpUnits(units);
  const hits = await index.find(language, lookup, lookUpExtras(query));
  const complete = hits.filter(({ count }) => count === lookup.length);
  const isChinese = query.units.flat().some(({ kind }) => kind === 'stretch');
  let found: Found[] = [];
  for (let round = 0; round < (isChinese ? CHINESE_ROUNDS : 1) && found.length === 0; round++) {
    const some = complete.slice(round * limit, (round + 1) * limit);
    found = await compare(some, index, (section) => matchUnits(section, units, query));
  }
  if (found.length === 0 && query.message.length > 0) {
    const some = (await index.find(language, lookUpMessage(query))).slice(0, MESSAGE_TEXTS);
    found = await compare(some, index, (section) => matchMessage(section, query));
  }
  return groupResults(found, language, query.anchor);
}

/** Compares the texts of sections with the query, and keeps those that match. */
async function compare(
  hits: readonly Hit[],
  index: SearchIndex,
  match: (section: PreparedSection) => Match | undefined,
): Promise<Found[]> {
  const found = await Promise.all(
    hits.map(async ({ id, score }) => {
      const prepared = prepareSection(await index.loadFile<SearchSection>(id));
      const fitting = match(prepared);
      return fitting && { ...fitting, prepared, score: score * fitting.fit };
    }),
  );
  return found.filter((one) => one !== undefined);
}
