import type { LanguageIndex, Scores } from './language-index';
import { matchMessage, matchUnits, type PreparedSection } from './match';
import { findPages, type PageHit } from './pages';
import { matchSome, splitParts } from './partial';
import type { Query } from './query';
import { type Hit, lookUp, lookUpExtras, lookUpMessage, type Part, rank } from './ranking';
import { type Found, groupPartial, groupResults, type PartialFound } from './results';
import { addSynonyms } from './synonyms';
import type { SearchGroup } from './types';

/** How many pages and sections a step compares, because each section can cost a file. */
const OWN = { pages: 8, sections: 12 };
/** The same for the first step in another language, which is only a supplement. */
const OTHER = { pages: 2, sections: 2 };
/** Chinese gets a second round if nothing matches in the first: its pairs also occur separately. */
const CHINESE_ROUNDS = 2;
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
  let pages = findPages(rank(parts, extras, index), parts, index);
  if (!isOwn) {
    pages = pages.map((page) => ({ ...page, spread: [] })).filter(isComplete);
  }
  const isChinese = query.units.flat().some(({ kind }) => kind === 'stretch');
  const rounds = isChinese ? CHINESE_ROUNDS : 1;
  const groups: SearchGroup[] = [];
  for (let step = 0; step < steps; step++) {
    const limits = step === 0 && !isOwn ? OTHER : OWN;
    let compared: Compared = { whole: [], spread: [], rest: [] };
    for (let round = 0; round < rounds && compared.whole.length === 0; round++) {
      const some = pages.slice(0, limits.pages);
      // Without need, no files are fetched for pages that have the words in different sections.
      const complete = some.filter(isComplete);
      const chosen = complete.length >= ENOUGH ? complete : some;
      compared = await comparePages(chosen, limits.sections, reading);
      pages = [...pages.slice(chosen.length), ...compared.rest];
    }
    const whole = groupResults(compared.whole, index.language, query.anchor);
    const spread = groupResults(compared.spread, index.language, query.anchor);
    const shown = [...whole, ...spread.map((group) => ({ ...group, isPartial: true }))];
    groups.push(...shown.map((group) => ({ ...group, step })));
  }
  return { groups, hasMore: pages.length > 0 };
}

const isComplete = ({ complete }: PageHit): boolean => complete.length > 0;

interface Compared {
  /** Sections that have the whole query. */
  readonly whole: readonly Found[];
  /** Sections that have it together with others of their page. */
  readonly spread: readonly Found[];
  /** What is left to compare of pages without a match. */
  readonly rest: readonly PageHit[];
}

async function comparePages(
  pages: readonly PageHit[],
  limit: number,
  reading: Reading,
): Promise<Compared> {
  const others = pages
    .flatMap(({ complete }) => complete.slice(1))
    .sort((a, b) => b.score - a.score)
    .slice(0, Math.max(0, limit - pages.length));
  const compared = await Promise.all(pages.map((page) => comparePage(page, others, reading)));
  return {
    whole: compared.flatMap(({ whole }) => whole),
    spread: compared.flatMap(({ spread }) => spread),
    rest: compared.flatMap(({ rest }) => rest),
  };
}

/** Compares the best section of a page, and those of `others`. */
async function comparePage(
  page: PageHit,
  others: readonly Hit[],
  reading: Reading,
): Promise<Compared> {
  const [first, ...more] = page.complete;
  if (!first) {
    return { whole: [], spread: await compareSpread(page, reading), rest: [] };
  }
  const hits = [first, ...more.filter((hit) => others.includes(hit))];
  const whole = await compareWhole(hits, reading);
  const rest = { ...page, complete: page.complete.slice(hits.length) };
  const hasRest = whole.length === 0 && (isComplete(rest) || rest.spread.length > 1);
  return { whole, spread: [], rest: hasRest ? [rest] : [] };
}

function compareWhole(hits: readonly Hit[], { index, query }: Reading): Promise<Found[]> {
  const units = addSynonyms(query.units, index.synonyms);
  return compare(hits, index, (section) => matchUnits(section, units, query));
}

/** Sections that have the whole query only together. */
async function compareSpread({ spread }: PageHit, { index, query }: Reading): Promise<Found[]> {
  const units = addSynonyms(query.units, index.synonyms);
  const found = await compare(spread, index, (section) => matchSome(section, units, query));
  const isMissing = (word: string): boolean => found.every(({ missing }) => missing.includes(word));
  return found[0]?.missing.some(isMissing) ? [] : found;
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
