// The messages between page and search worker, and the ranking of sections.
import type { SearchFolder } from '../../../../contracts/assets.gen';
import type { SearchIndex } from '../../../../contracts/records.gen';

/**
 * A query as words of the index: for each part its alternatives, and for each alternative the words
 * that are all required. A word without its end mark matches all words that start with it.
 */
export type Lookup = readonly (readonly (readonly string[])[])[];

export interface Request {
  readonly id: number;
  /** The address of the folder with all files. */
  readonly folder: SearchFolder;
  /** Hashes in the names of files. */
  readonly engine: string;
  readonly index: string;
  readonly units: Lookup;
  /** Words that are not needed, but speak for a section. */
  readonly extras: readonly string[];
}

/** A section that the index proposes, before its text is compared. */
export interface Hit {
  /** Names the file of the section. */
  readonly id: string;
  /** How many parts of the query it has. */
  readonly count: number;
  readonly score: number;
}

export type Response = { readonly id: number } & (
  | { readonly hits: readonly Hit[] }
  | { readonly error: string }
);

const MOST_HITS = 60;

/** A beginning of a word can be spread over files; the first ones have the shortest words. */
const MOST_FILES = 3;

/** The files that hold a word, or the words that begin so. */
export function chunksFor(word: string, { firstWords, files }: SearchIndex): string[] {
  const after = firstWords.findIndex((first) => first > word);
  const start = Math.max(0, (after < 0 ? firstWords.length : after) - 1);
  return files.filter(
    (_, place) =>
      place === start ||
      (place > start && place < start + MOST_FILES && firstWords[place]?.startsWith(word)),
  );
}

type Scores = ReadonlyMap<string, number>;

/** Matches of translated terms count less. */
const OTHER_WORDS = 0.7;

/** The sections, those with most parts of the query first. */
export function rank(
  { units, extras }: Pick<Request, 'units' | 'extras'>,
  found: ReadonlyMap<string, Scores>,
): Hit[] {
  const hits = new Map<string, Hit>();
  for (const ways of units) {
    for (const [id, score] of bestOf(ways.map((words) => allOf(words, found)))) {
      const known = hits.get(id);
      hits.set(id, { id, count: (known?.count ?? 0) + 1, score: (known?.score ?? 0) + score });
    }
  }
  for (const [id, score] of extras.flatMap((word) => [...(found.get(word) ?? [])])) {
    const known = hits.get(id);
    if (known) {
      hits.set(id, { ...known, score: known.score + score });
    }
  }
  return [...hits.values()]
    .sort((a, b) => b.count - a.count || b.score - a.score || (a.id < b.id ? -1 : 1))
    .slice(0, MOST_HITS);
}

function allOf(words: readonly string[], found: ReadonlyMap<string, Scores>): Scores {
  const [first, ...rest] = words.map((word) => found.get(word) ?? new Map<string, number>());
  const scores = new Map<string, number>();
  for (const [id, score] of first ?? []) {
    const others = rest.map((other) => other.get(id));
    if (others.every((other) => other !== undefined)) {
      scores.set(
        id,
        others.reduce<number>((sum, other) => sum + (other ?? 0), score),
      );
    }
  }
  return scores;
}

function bestOf(ways: readonly Scores[]): Scores {
  const scores = new Map<string, number>();
  for (const [place, way] of ways.entries()) {
    for (const [id, score] of way) {
      scores.set(id, Math.max(place > 0 ? score * OTHER_WORDS : score, scores.get(id) ?? 0));
    }
  }
  return scores;
}
