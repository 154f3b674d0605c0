// Sections with some parts of a query, for queries that too few sections match as a whole.
import type { LanguageIndex } from './language-index';
import { hasUnit, type Match, matchUnits, type PreparedSection } from './match';
import { type Query, type Term, toWord, type Unit } from './query';
import { type Part, pairsIn } from './ranking';
import { addSynonyms } from './synonyms';
import { isStopWord, isUnspaced, namesOf } from './words';

export interface PartialMatch extends Match {
  /** The typed text that the section doesn't have. */
  readonly missing: readonly string[];
}

/** Shorter parts of names, such as `is`, are too common. */
const SHORTEST_PART = 3;
/** Each pair can cost a file. */
const LONGEST_STRETCH = 12;

/** Splits a part that no section has, or that is the whole query, into smaller parts. */
export async function splitParts(parts: readonly Part[], index: LanguageIndex): Promise<Unit[]> {
  const units = await Promise.all(
    parts.map(async ({ unit, scores }) => {
      const [typed] = unit;
      const isWhole = scores.size > 0 && parts.length > 1;
      const pieces = typed && !isWhole ? await splitTerm(typed, index) : [];
      const smaller = pieces.map((piece): Unit => [piece]);
      return smaller.length > 0 ? addSynonyms(smaller, index.synonyms) : [unit];
    }),
  );
  return units.flat();
}

async function splitTerm(term: Term, index: LanguageIndex): Promise<Term[]> {
  switch (term.kind) {
    case 'stretch':
      return (await splitStretch(term.text, index)).map((text) => ({ kind: 'stretch', text }));
    case 'word':
      return namesOf(term.text)
        .slice(1)
        .filter((name) => name.length >= SHORTEST_PART)
        .map(toWord);
    default:
      return term.words.filter(({ name }) => !isStopWord(name));
  }
}

/** Splits a stretch at the longest synonym in it, and the rest into pairs. */
async function splitStretch(text: string, index: LanguageIndex): Promise<string[]> {
  const [synonym] = index.synonyms
    .map(({ phrase }) => phrase)
    .filter((phrase) => isPartOf(phrase, text))
    .sort((a, b) => b.length - a.length);
  const rest = synonym ? text.split(synonym) : [text];
  const pairs = await Promise.all(rest.map((part) => coverWithPairs(part, index)));
  return [...(synonym ? [synonym] : []), ...pairs.flat().filter((pair) => pair !== text)];
}

const isPartOf = (phrase: string, text: string): boolean =>
  phrase.length > 1 && phrase !== text && isUnspaced(phrase) && text.includes(phrase);

/** A choice of pairs. The score is the number of pairs, then their frequency. */
interface Cover {
  readonly pairs: readonly string[];
  readonly score: number;
}

/** The most pairs of the index that don't overlap; of several such choices, the most frequent one. */
async function coverWithPairs(text: string, index: LanguageIndex): Promise<readonly string[]> {
  const pairs = text.length > 1 ? pairsIn(text.slice(0, LONGEST_STRETCH)) : [];
  const counts = await Promise.all(pairs.map(async (pair) => (await index.find(pair)).size));
  const covers: Cover[] = [NO_COVER, NO_COVER];
  for (const [start, { name }] of pairs.entries()) {
    const without = covers[start + 1] ?? NO_COVER;
    const before = covers[start] ?? NO_COVER;
    const count = counts[start] ?? 0;
    const score = before.score + index.size + count;
    covers.push(
      count > 0 && score > without.score ? { pairs: [...before.pairs, name], score } : without,
    );
  }
  return covers.at(-1)?.pairs ?? [];
}

const NO_COVER: Cover = { pairs: [], score: 0 };

/** Matches the parts that a section has; undefined if only its context has them. */
export function matchSome(
  section: PreparedSection,
  units: readonly Unit[],
  query: Pick<Query, 'name' | 'phrase'>,
): PartialMatch | undefined {
  const present = units.filter((unit) => hasUnit(section, unit));
  const match = matchUnits(section, present, query);
  const missing = units.filter((unit) => !present.includes(unit)).map(([term]) => textOf(term));
  return match && { ...match, missing };
}

function textOf(term: Term | undefined): string {
  switch (term?.kind) {
    case 'word':
    case 'stretch':
      return term.text;
    default:
      return term?.words.map(({ text }) => text).join(' ') ?? '';
  }
}
