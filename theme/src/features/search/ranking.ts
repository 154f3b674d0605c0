// Finds and ranks the sections that have the parts of a query, with the index alone.
import type { IndexWord, LanguageIndex, Scores } from './language-index';
import type { Query, Term, Unit, Word } from './query';
import { toWord } from './query';
import { isStopWord, isUnspaced, splitText } from './words';

/** A part of a query with the sections that have it. */
export interface Part {
  readonly unit: Unit;
  readonly scores: Scores;
  /** How much it distinguishes sections: rare parts more than frequent ones. */
  readonly rarity: number;
}

/** A section that the index proposes, before its text is compared. */
export interface Hit {
  readonly section: number;
  readonly score: number;
  /** The share of the query that it has. Parts that no section has don't count. */
  readonly coverage: number;
}

/** Limits of lookups, because each can cost a file. Sections are compared with all parts. */
const MOST_PARTS = 8;
const MOST_PAIRS = 4;
const SHORT_WORD = 3;

/** Matches of synonyms and translated terms count less. */
const OTHER_WORDS = 0.7;

/** Looks up parts. If there are many, only the longest, which are the rarest. */
export function lookUp(index: LanguageIndex, units: readonly Unit[]): Promise<Part[]> {
  const chosen = [...units].sort((a, b) => lengthOf(b[0]) - lengthOf(a[0])).slice(0, MOST_PARTS);
  const inOrder = units.filter((unit) => chosen.includes(unit));
  return Promise.all(inOrder.map((unit) => lookUpUnit(index, unit)));
}

async function lookUpUnit(index: LanguageIndex, unit: Unit): Promise<Part> {
  const options = await Promise.all(
    unit.map(async (term) =>
      allOf(await Promise.all(wordsOf(term).map((word) => index.find(word)))),
    ),
  );
  const scores = bestOf(options);
  return { unit, scores, rarity: Math.log(1 + index.size / Math.max(1, scores.size)) };
}

/** Looks up the words of a message. Any of them may be the visitor's own. */
export const lookUpMessage = (index: LanguageIndex, { message }: Query): Promise<Part[]> =>
  lookUp(
    index,
    [...new Set(message)]
      .filter((name) => name.length >= SHORT_WORD && !isStopWord(name))
      .map((name) => [toWord(name)]),
  );

/** Looks up stop words, which are only indexed in headings. They only affect the ranking. */
export const lookUpExtras = (index: LanguageIndex, { phrase }: Query): Promise<Scores[]> =>
  Promise.all(
    phrase.words
      .filter(({ name }) => isStopWord(name))
      .map((word) => index.find({ ...word, isBeginning: false })),
  );

function lengthOf(term: Term | undefined): number {
  switch (term?.kind) {
    case 'word':
      return term.name.length;
    case 'stretch':
      return 2 * term.text.length;
    default:
      return term?.words.reduce((sum, { name }) => sum + name.length, 0) ?? 0;
  }
}

/** The words of a term, which are all needed. */
function wordsOf(term: Term): readonly IndexWord[] {
  switch (term.kind) {
    case 'word':
      return [term];
    case 'stretch':
      return splitText(term.text).flatMap(({ text }) =>
        isUnspaced(text) ? coveringPairs(text) : [toWord(text)],
      );
    default:
      return term.words.filter(isUseful);
  }
}

const isUseful = ({ name }: Word): boolean => !isStopWord(name);

/** Pairs that cover a run of characters. */
const coveringPairs = (text: string): IndexWord[] =>
  pairsIn(text)
    .filter((_, start) => start % 2 === 0 || start === text.length - 2)
    .slice(0, MOST_PAIRS);

/** All pairs of adjacent characters. A single character begins every pair that it is in. */
export const pairsIn = (text: string): IndexWord[] =>
  Array.from({ length: Math.max(1, text.length - 1) }, (_, start) => {
    const name = text.slice(start, start + 2);
    return { name, key: name, isBeginning: name.length === 1 };
  });

/** The sections with at least one part, the best first. */
export function rank(
  parts: readonly Part[],
  extras: readonly Scores[],
  index: LanguageIndex,
): Hit[] {
  const hits = new Map<number, { score: number; coverage: number }>();
  const whole = parts.reduce((sum, part) => sum + (part.scores.size > 0 ? part.rarity : 0), 0);
  for (const { scores, rarity } of parts) {
    for (const [section, score] of scores) {
      const known = hits.get(section) ?? { score: 0, coverage: 0 };
      known.score += score * rarity;
      known.coverage += rarity / whole;
      hits.set(section, known);
    }
  }
  for (const [section, score] of extras.flatMap((scores) => [...scores])) {
    const known = hits.get(section);
    if (known) {
      known.score += score;
    }
  }
  return [...hits]
    .map(([section, hit]): Hit => ({ section, ...hit, score: hit.score * index.weigh(section) }))
    .sort((a, b) => b.score - a.score || a.section - b.section);
}

/** The total scores of the sections that have all words. */
function allOf([first, ...others]: readonly Scores[]): Scores {
  const scores = new Map<number, number>();
  for (const [section, score] of first ?? []) {
    const rest = others.map((other) => other.get(section) ?? 0);
    if (!rest.includes(0)) {
      scores.set(
        section,
        rest.reduce((sum, other) => sum + other, score),
      );
    }
  }
  return scores;
}

/** The best score of each section. The first option is the typed one. */
function bestOf(options: readonly Scores[]): Scores {
  const scores = new Map<number, number>();
  for (const [place, option] of options.entries()) {
    for (const [section, score] of option) {
      const own = place > 0 ? score * OTHER_WORDS : score;
      scores.set(section, Math.max(own, scores.get(section) ?? 0));
    }
  }
  return scores;
}
