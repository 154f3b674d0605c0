import type { LanguageIndex, Scores } from './language-index';
import { matchMessage, matchUnits, type PreparedSection } from './match';
import { matchSome, splitParts } from './partial';
import type { Query } from './query';
import { type Hit, lookUp, lookUpExtras, lookUpMessage, type Part, rank } from './ranking';
import { type Found, groupPartial, groupResults, type PartialFound } from './results';
import { addSynonyms } from './synonyms';
import type { SearchGroup } from './types';

/** Chinese gets a second round if nothing matches in the first: its pairs also occur separately. */
const CHINESE_ROUNDS = 2;
/** The limit for a pasted message, which usually matches one section. */
const MESSAGE_TEXTS = 12;
/** With fewer sections than this, partial matches are added. */
const ENOUGH = 3;

/** A query with the sections that have its parts in one language. */
export interface Reading {
  readonly index: LanguageIndex;
  readonly query: Query;
  readonly parts: readonly Part[];
  readonly extras: readonly Scores[];
}

export async function readQuery(index: LanguageIndex, query: Query): Promise<Reading> {
  const units = addSynonyms(query.units, index.synonyms);
  const [parts, extras] = await Promise.all([lookUp(index, units), lookUpExtras(index, query)]);
  return { index, query, parts, extras };
}

/** Sections with the whole query. Compares at most `limit` sections per round. */
async function findComplete(reading: Reading, limit: number): Promise<Found[]> {
  const { index, query, parts, extras } = reading;
  const units = addSynonyms(query.units, index.synonyms);
  const hits = rank(parts, extras, index).filter(({ section }) =>
    parts.every(({ scores }) => scores.has(section)),
  );
  const isChinese = query.units.flat().some(({ kind }) => kind === 'stretch');
  let found: Found[] = [];
  for (let round = 0; round < (isChinese ? CHINESE_ROUNDS : 1) && found.length === 0; round++) {
    const some = hits.slice(round * limit, (round + 1) * limit);
    found = await compare(some, index, (section) => matchUnits(section, units, query));
  }
  return found;
}

/** Sections with a pasted message, whose words are rarely in headings. */
async function findMessage({ index, query }: Reading): Promise<Found[]> {
  const parts = query.message.length > 0 ? await lookUpMessage(index, query) : [];
  const hits = rank(parts, [], index)
    .map((hit) => ({ ...hit, score: hit.coverage * index.weigh(hit.section) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, MESSAGE_TEXTS);
  return compare(hits, index, (section) => matchMessage(section, query));
}

/** Sections with a part of the query, those with most of it first. */
async function findPartial(
  { index, query, parts, extras }: Reading,
  limit: number,
): Promise<PartialFound[]> {
  const pieces = await lookUp(index, await splitParts(parts, index));
  const hits = rank(pieces, extras, index)
    .map((hit) => ({ ...hit, score: hit.score * hit.coverage ** 2 }))
    .sort((a, b) => b.score - a.score)
    .slice(0, limit);
  const units = pieces.map(({ unit }) => unit);
  return compare(hits, index, (section) => matchSome(section, units, query));
}

/** The results in one language; in that of the page, partial matches come last. */
export async function searchLanguage(
  reading: Reading,
  limit: number,
  isOwn: boolean,
): Promise<SearchGroup[]> {
  const { index, query } = reading;
  const message = await findMessage(reading);
  const found = message.length > 0 ? message : await findComplete(reading, limit);
  const groups = groupResults(found, index.language, query.anchor);
  if (!isOwn || query.isQuoted || message.length > 0 || found.length >= ENOUGH) {
    return groups;
  }
  const known = new Set(found.map(({ prepared }) => prepared.section.path));
  const partial = await findPartial(reading, limit);
  const others = partial.filter(({ prepared }) => !known.has(prepared.section.path));
  return [...groups, ...groupPartial(others, index.language)];
}

/** Compares sections with the query, and returns those that match. */
async function compare<M extends { readonly fit: number }>(
  hits: readonly Hit[],
  index: LanguageIndex,
  match: (section: PreparedSection) => M | undefined,
): Promise<(M & { prepared: PreparedSection; score: number })[]> {
  const found = await Promise.all(
    hits.map(async ({ section, score }) => {
      const prepared = await index.section(section);
      const fitting = match(prepared);
      return fitting && { ...fitting, prepared, score: score * fitting.fit };
    }),
  );
  return found.filter((one) => one !== undefined);
}
