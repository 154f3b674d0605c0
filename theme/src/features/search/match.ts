// Finds matches in the text of a section: the index knows which words it contains, not where.
import type { SearchSection } from '../../../../contracts/records.gen';
import {
  type All,
  nameOfText,
  type Query,
  type Run,
  type Stretch,
  type Term,
  type Unit,
  type Word,
} from './query';
import { isUnspaced, keyOf, namesOf, splitText } from './words';

/** From the first character to the one after the last. */
export type Range = readonly [start: number, end: number];

interface PreparedWord {
  readonly names: readonly string[];
  readonly keys: readonly string[];
  readonly range: Range;
  /** Its position among all words, including stretches of Chinese. */
  readonly place: number;
}

/** A tokenized string. */
export interface Prepared {
  readonly text: string;
  readonly lower: string;
  readonly words: readonly PreparedWord[];
}

/** A section with the facts about its page. */
export interface Section extends SearchSection {
  /** Its address without base. */
  readonly path: string;
  readonly page: string;
  readonly title: string;
}

/** A tokenized section. */
export interface PreparedSection {
  readonly section: Section;
  readonly heading: Prepared;
  readonly text: Prepared;
  /** The id of its heading. */
  readonly slug: Prepared;
  /** The title of its page and the headings above it. */
  readonly context: Prepared;
}

/** The positions of the matches in a section, and how well it fits. */
export interface Match {
  readonly ranges: readonly Range[];
  readonly fit: number;
}

export const prepareSection = (section: Section): PreparedSection => ({
  section,
  heading: prepare(section.heading),
  text: prepare(section.text),
  slug: prepare(section.id),
  context: prepare([section.title, ...section.parents].join('\n')),
});

function prepare(text: string): Prepared {
  const words = splitText(text).flatMap((token, place): PreparedWord[] => {
    const names = isUnspaced(token.text) ? [] : namesOf(token.text);
    const range: Range = [token.start, token.start + token.text.length];
    return names.length > 0 ? [{ names, keys: names.map(keyOf), range, place }] : [];
  });
  return { text, lower: text.toLowerCase(), words };
}

/** Factors that raise the rank of a section, in addition to the number and weight of its words. */
const EXACT_HEADING = 4;
const IN_HEADING = 2;
const ALMOST_IN_HEADING = 1.4;
const PARTLY_IN_HEADING = 1.2;
const IN_TITLE = 2;
/** Added for a heading that contains only the query. */
const SHORT_HEADING = 0.5;
const PHRASE = 2;
/** Factors that lower it. */
const IN_OTHER_WORDS = 0.8;
const FROM_CONTEXT = 0.5;

/** Matches all parts of a query, at least one of them in the section itself. */
export function matchUnits(
  section: PreparedSection,
  units: readonly Unit[],
  query: Pick<Query, 'name' | 'phrase'>,
): Match | undefined {
  const { heading, text, slug, context } = section;
  const inText = units.map((unit) => findUnit(text, unit));
  const isOwn = units.map(
    (unit, place) => inText[place]?.length || has(heading, unit) || has(slug, unit),
  );
  const isThere = units.every((unit, place) => isOwn[place] || has(context, unit));
  if (!isThere || !isOwn.some(Boolean)) {
    return;
  }
  const coverage = coverSlug(section, units);
  const fit =
    Math.max(rateHeading(section, units, query), coverage === 1 ? IN_HEADING : 1) *
    (1 + coverage) *
    ratePhrase(section, query) *
    rateWords(section, units);
  return { ranges: inText.flat(), fit };
}

function rateHeading(
  { heading, text, context, section }: PreparedSection,
  units: readonly Unit[],
  { name }: Pick<Query, 'name'>,
): number {
  if (squeeze(nameOfText(heading.text)) === squeeze(name)) {
    return EXACT_HEADING;
  }
  const inHeading = units.filter((unit) => has(heading, unit));
  const others = units.filter((unit) => !inHeading.includes(unit));
  const isLiteral = inHeading.every((unit) => hasLiterally(heading, unit));
  const share = Math.min(1, inHeading.length / splitText(heading.text).length);
  const worth = (isLiteral ? IN_HEADING : ALMOST_IN_HEADING) * (1 + share * SHORT_HEADING);
  const isWhole = isLiteral && share === 1;
  if (others.length === 0) {
    return section.heading === section.title ? worth * IN_TITLE : worth;
  }
  if (inHeading.length === 0) {
    return others.every((unit) => has(text, unit)) ? 1 : FROM_CONTEXT;
  }
  // `useStorage react`: the name is the heading, and the rest says where to look for it.
  if (others.every((unit) => has(context, unit))) {
    return isWhole ? EXACT_HEADING : worth;
  }
  return PARTLY_IN_HEADING;
}

const squeeze = (name: string): string => name.replaceAll(' ', '');

/** The share of the id that the query covers. Ids name a topic, often in other words. */
function coverSlug({ slug }: PreparedSection, units: readonly Unit[]): number {
  const isCovered = units.every((unit) => has(slug, unit));
  return isCovered ? Math.min(1, units.length / Math.max(1, slug.words.length)) : 0;
}

const ratePhrase = (
  { heading, text }: PreparedSection,
  { phrase }: Pick<Query, 'phrase'>,
): number =>
  phrase.words.length > 1 && (has(heading, [phrase]) || has(text, [phrase])) ? PHRASE : 1;

/** Matches of synonyms and translated terms count for less. */
function rateWords(section: PreparedSection, units: readonly Unit[]): number {
  const places = [section.text, section.heading, section.slug, section.context];
  const isSaid = units.every(([own]) => own && places.some((place) => has(place, [own])));
  return isSaid ? 1 : IN_OTHER_WORDS;
}

/** Whether a section has a part of a query, in its text or in the headings above it. */
export const hasUnit = ({ heading, text, slug, context }: PreparedSection, unit: Unit): boolean =>
  [heading, text, slug, context].some((prepared) => has(prepared, unit));

const has = (text: Prepared, unit: Unit): boolean =>
  unit.some((term) => findTerm(text, term).length > 0);

/** Whether whole words occur, not only longer ones with the same beginning. */
const hasLiterally = (text: Prepared, unit: Unit): boolean =>
  unit.some(
    (term) =>
      term.kind === 'stretch' ||
      (term.kind === 'word' ? [term] : term.words).every(({ key }) =>
        text.words.some((word) => word.keys[0] === key),
      ),
  );

const findUnit = (text: Prepared, unit: Unit): Range[] =>
  unit.flatMap((term) => findTerm(text, term));

function findTerm(text: Prepared, term: Term): Range[] {
  switch (term.kind) {
    case 'word':
      return text.words.filter((word) => isForm(word, term)).map(({ range }) => range);
    case 'run':
      return findRun(text, term);
    case 'all':
      return findAll(text, term);
    case 'stretch':
      return findStretch(text, term);
  }
}

const isForm = ({ names, keys }: PreparedWord, { name, key, isBeginning }: Word): boolean =>
  names.some((own) => (isBeginning ? own.startsWith(name) : own === name)) || keys.includes(key);

function findAll(text: Prepared, { words }: All): Range[] {
  const found = words.map((word) => findTerm(text, word));
  return found.every((ranges) => ranges.length > 0) ? found.flat() : [];
}

/** Consecutive words. Only punctuation and whitespace may be between them. */
function findRun({ words }: Prepared, run: Run): Range[] {
  return words.flatMap((first, index): Range[] => {
    const last = words[index + run.words.length - 1];
    const fits = run.words.every((word, offset) => {
      const own = words[index + offset];
      return own?.place === first.place + offset && isForm(own, word);
    });
    return fits && last ? [[first.range[0], last.range[1]]] : [];
  });
}

function findStretch({ lower }: Prepared, { text }: Stretch): Range[] {
  const wanted = text.toLowerCase();
  const found: Range[] = [];
  let start = lower.indexOf(wanted);
  while (start >= 0) {
    found.push([start, start + wanted.length]);
    start = lower.indexOf(wanted, start + wanted.length);
  }
  return found;
}

const ROW_LENGTH = 3;
const ENOUGH = 0.5;
/** The factor for a heading that is part of the message, such as an error code. */
const NAMED = 1.5;

/**
 * Matches a pasted message: at least half of its words must occur in sequences of at least three. The
 * rest may be keys, values and file positions of the user's program.
 */
export function matchMessage(
  { heading, text }: PreparedSection,
  { message }: Pick<Query, 'message'>,
): Match | undefined {
  const rows = new Map(text.words.map((_, place) => [rowAt(text, place), place]));
  const covered = new Set<number>();
  const ranges: Range[] = [];
  for (const place of message.keys()) {
    const found = rows.get(message.slice(place, place + ROW_LENGTH).join(' '));
    if (found !== undefined) {
      const row = text.words.slice(found, found + ROW_LENGTH);
      ranges.push([row[0]?.range[0] ?? 0, row.at(-1)?.range[1] ?? 0]);
      row.forEach((_, offset) => {
        covered.add(place + offset);
      });
    }
  }
  const fit = covered.size / message.length;
  const isNamed = heading.words.every(({ names }) => names[0] && message.includes(names[0]));
  return fit >= ENOUGH ? { ranges, fit: fit ** 2 * (isNamed ? NAMED : 1) } : undefined;
}

/** The next words from a position on; undefined if there are fewer. */
function rowAt({ words }: Prepared, place: number): string | undefined {
  const row = words.slice(place, place + ROW_LENGTH);
  return row.length < ROW_LENGTH ? undefined : row.map(({ names }) => names[0]).join(' ');
}
