import type { LanguageIndex, Scores } from './language-index';
import { matchMessage, matchUnits, type PreparedSection } from './match';
import { findPages, type PageHit } from './pages';
import { matchSome, splitParts } from './partial';
import type { Query } from './query';
import { type Hit, lookUp, lookUpExtras, lookUpMessage, type Part, rank } from './ranking';
import { type Found, groupPartial, groupResults, type PartialFound } from './results';
import { addSynonyms } from './synonyms';
import type { SearchGroup } from './types';

/** How many pages a step compares. Each can cost a file. */
const PAGES = 6;
/** The same for the first step in another language. */
const OTHER_PAGES = 2;
/** The maximum number of sections of a page that are compared. */
const SECTIONS = 6;
/** Chinese often needs a second round, because its pairs also occur separately. */
const ROUNDS = 2;
/** The factor for sections that only have all parts together with others of their page. */
const SPREAD = 0.1;
/** The limit for a pasted message, which usually matches one section. */
const MESSAGE_TEXTS = 12;
const PARTIAL_TEXTS = 12;
/** With fewer results than this, pages with the words in different sections and partial matches are
 * added. */
const ENOUGH = 3;

/** A query with the sections that have its parts in one language. */
export interface Reading {
  readonly index: LanguageIndex;
  readonly query: Query;
  readonly parts: readonly Part[];
  readonly extras: readonly Scores[];
}

/** Results in one language. */
export interface LanguageAnswer {
  readonly groups: readonly SearchGroup[];
  /** Whether another step may find more pages. */
  readonly hasMore: boolean;
}

export async function readQuery(index: LanguageIndex, query: Query): Promise<Reading> {
  const units = addSynonyms(query.units, index.synonyms);
  const [parts, extras] = await Promise.all([lookUp(index, units), lookUpExtras(index, query)]);
  return { index, query, parts, extras };
}

/**
 * Pages with the whole query, in steps of the same size for any number of steps: the results of a
 * step never change.
 */
async function findComplete(
  reading: Reading,
  steps: number,
  isOwn: boolean,
): Promise<LanguageAnswer> {
  const { index, query, parts, extras } = reading;
  let pages = findPages(rank(parts, extras, index), parts, index).filter(
    ({ complete }) => isOwn || complete.length > 0,
  );
  const groups: SearchGroup[] = [];
  for (let step = 0; step < steps; step++) {
    // Another language is only a supplement.
    const count = step === 0 && !isOwn ? OTHER_PAGES : PAGES;
    let found: Found[] = [];
    for (let round = 0; round < ROUNDS && found.length === 0; round++) {
      const some = pages.slice(0, count);
      const complete = some.filter((page) => page.complete.length > 0);
      // Without need, no files are fetched for pages that have the words in different sections.
      const chosen = complete.length >= ENOUGH ? complete : some;
      const matches = chosen.map((page) => comparePage(page, reading, isOwn));
      found = (await Promise.all(matches)).flat();
      pages = pages.slice(chosen.length);
    }
    const shown = groupResults(found, index.language, query.anchor);
    groups.push(...shown.map((group) => ({ ...group, step })));
  }
  return { groups, hasMore: pages.length > 0 };
}

/** The sections of a page that match; if none has the whole query, those that together have it. */
async function comparePage(
  page: PageHit,
  { index, query }: Reading,
  isOwn: boolean,
): Promise<Found[]> {
  const units = addSynonyms(query.units, index.synonyms);
  const complete = await compare(page.complete.slice(0, SECTIONS), index, (section) =>
    matchUnits(section, units, query),
  );
  if (complete.length > 0 || !isOwn) {
    return complete;
  }
  const spread = await compare(page.spread, index, (section) => matchSome(section, units, query));
  const isMissing = (word: string): boolean =>
    spread.every(({ missing }) => missing.includes(word));
  return spread[0]?.missing.some(isMissing)
    ? []
    : spread.map((one) => ({ ...one, score: one.score * SPREAD }));
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
async function findPartial({ index, query, parts, extras }: Reading): Promise<PartialFound[]> {
  const pieces = await lookUp(index, await splitParts(parts, index));
  const hits = rank(pieces, extras, index)
    .map((hit) => ({ ...hit, score: hit.score * hit.coverage ** 2 }))
    .sort((a, b) => b.score - a.score)
    .slice(0, PARTIAL_TEXTS);
  const units = pieces.map(({ unit }) => unit);
  return compare(hits, index, (section) => matchSome(section, units, query));
}

/** The results in one language; in that of the page, partial matches come last. */
export async function searchLanguage(
  reading: Reading,
  steps: number,
  isOwn: boolean,
): Promise<LanguageAnswer> {
  const { index, query } = reading;
  const message = groupResults(await findMessage(reading), index.language, query.anchor);
  const { groups: complete, hasMore } = await findComplete(reading, steps, isOwn);
  const pages = new Set(message.map(({ page }) => page.path));
  const groups = [...message, ...complete.filter(({ page }) => !pages.has(page.path))];
  const known = new Set(groups.flatMap(({ results }) => results.map(({ path }) => path)));
  if (!isOwn || query.isQuoted || message.length > 0 || known.size >= ENOUGH) {
    return { groups, hasMore };
  }
  const partial = await findPartial(reading);
  const others = partial.filter(({ prepared }) => !known.has(prepared.section.path));
  return { groups: [...groups, ...groupPartial(others, index.language)], hasMore };
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
