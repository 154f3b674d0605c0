/** A page that an unknown path may have meant. */
export interface Candidate {
  /** Its path without base. */
  readonly path: string;
  readonly title: string;
  /** Paths it had before. */
  readonly formerly: readonly string[];
  /** Id, title, id, title, and so on. */
  readonly headings: readonly string[];
}

/** A page, or one of its headings. */
export interface Suggestion {
  /** Its path without base. */
  readonly path: string;
  readonly title: string;
  /** The title of the page, for a heading. */
  readonly page?: string;
}

interface Rated {
  readonly suggestion: Suggestion;
  /** From 0 for not at all to 1. */
  readonly score: number;
}

const MAX_SUGGESTIONS = 3;
/** Less similar names are different names. */
const MIN_SCORE = 0.55;
/** Higher, because there are many headings, with common words. */
const MIN_HEADING_SCORE = 0.65;
const HEADING_WEIGHT = 0.9;
/** Relative to the best suggestion. Worse ones would distract from it. */
const MIN_RELATIVE_SCORE = 0.7;
/** A name counts more than its folders, because pages are moved more often than renamed. */
const NAME_WEIGHT = 0.8;
/** The name of a page may be followed by more segments. */
const EARLIER_SEGMENT_WEIGHT = 0.9;

/**
 * The pages and headings that a path may have meant, the most likely first, at most one per page.
 * Paths are without base and prefix.
 */
export function findNearest(
  asked: string,
  candidates: readonly Candidate[],
  prefix = '/',
): readonly Suggestion[] {
  const wanted = segmentsOf(asked, prefix);
  const rated = candidates
    .map((candidate) => rate(wanted, candidate, prefix))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score);
  const best = rated[0]?.score ?? 0;
  const near = rated
    .filter(({ score }) => score >= best * MIN_RELATIVE_SCORE)
    .slice(0, MAX_SUGGESTIONS);
  const above = findAbove(wanted, candidates, prefix);
  const found = near.map(({ suggestion }) => suggestion);
  const isNew = above && !found.some(({ path }) => path === above.path);
  return isNew ? [...found, above].slice(0, MAX_SUGGESTIONS) : found;
}

/** The index page of the deepest folder of the path that exists, except the home page. */
function findAbove(
  wanted: readonly string[],
  candidates: readonly Candidate[],
  prefix: string,
): Suggestion | undefined {
  for (let depth = wanted.length - 1; depth > 0; depth -= 1) {
    const folder = `${prefix}${wanted.slice(0, depth).join('/')}/`;
    const found = candidates.find(({ path }) => path === folder);
    if (found) {
      return { path: found.path, title: found.title };
    }
  }
  return undefined;
}

/** How similar a page is to the path, or its best heading if that is more similar. */
function rate(wanted: readonly string[], candidate: Candidate, prefix: string): Rated {
  const { path, title, formerly, headings } = candidate;
  const scores = [path, ...formerly].map((name) => ratePath(wanted, name, title, prefix));
  let best: Rated = { suggestion: { path, title }, score: Math.max(...scores) };
  const folders = compareWithPage(wanted.slice(0, -1), segmentsOf(path, prefix));
  for (let i = 0; i < headings.length; i += 2) {
    const [id = '', heading = ''] = headings.slice(i, i + 2);
    const score = rateHeading(wanted.at(-1) ?? '', id, heading, folders);
    if (score > best.score) {
      best = { suggestion: { path: `${path}#${id}`, title: heading, page: title }, score };
    }
  }
  return best;
}

function rateHeading(name: string, id: string, title: string, folders: number): number {
  const best = Math.max(compareNames(name, id), compareNames(name, title.toLowerCase()));
  const score = best * NAME_WEIGHT + folders * (1 - NAME_WEIGHT);
  return best < MIN_HEADING_SCORE ? 0 : score * HEADING_WEIGHT;
}

function ratePath(wanted: readonly string[], path: string, title: string, prefix: string): number {
  const segments = segmentsOf(path, prefix);
  const name = segments.at(-1);
  if (name === undefined) {
    return 0; // the page for unknown paths links to the home page anyway
  }
  // An earlier segment suggests neither an index page nor a name that only contains its words.
  const rateEarlier = (segment: string): number =>
    path.endsWith('/') ? 0 : EARLIER_SEGMENT_WEIGHT * compareLetters(joined(segment), joined(name));
  const scores = wanted.map((segment, index) =>
    index === wanted.length - 1
      ? Math.max(compareNames(segment, name), compareNames(segment, title.toLowerCase()))
      : rateEarlier(segment),
  );
  const best = Math.max(0, ...scores);
  if (best < MIN_SCORE) {
    return 0;
  }
  const folders = compareFolders(wanted.slice(0, scores.indexOf(best)), segments.slice(0, -1));
  return best * NAME_WEIGHT + folders * (1 - NAME_WEIGHT);
}

/** The share of folders that both paths contain. */
function compareFolders(one: readonly string[], other: readonly string[]): number {
  const longest = Math.max(one.length, other.length);
  const common = other.filter((folder) => one.some((name) => compareNames(name, folder) > 0.7));
  return longest === 0 ? 1 : common.length / longest;
}

/** The same for a heading: the name of its page may be a folder, or be left out. */
const compareWithPage = (folders: readonly string[], page: readonly string[]): number =>
  Math.max(compareFolders(folders, page), compareFolders(folders, page.slice(0, -1)));

/** The similarity of two names, of which one may have wrong letters or missing words. */
function compareNames(one: string, other: string): number {
  return Math.max(compareLetters(joined(one), joined(other)), compareWords(one, other));
}

const joined = (name: string): string => wordsOf(name).join('');

const wordsOf = (name: string): string[] => name.match(/[\p{L}\p{N}]+/gu) ?? [];

/** At most 0.9 if the longer name contains all words of the shorter one, also misspelled; else 0. */
function compareWords(one: string, other: string): number {
  const [few, many] = [wordsOf(one), wordsOf(other)].sort((a, b) => a.length - b.length);
  if (!few?.length || !many) {
    return 0;
  }
  const isLike = (word: string, other: string): boolean =>
    compareLetters(word, other) >= 0.75 || (word.length > 3 && other.startsWith(word));
  const known = few.filter((word) => many.some((next) => isLike(word, next)));
  const isWhole = known.length === few.length && few.join('').length > 2;
  return isWhole ? 0.6 + (0.3 * few.length) / many.length : 0;
}

function compareLetters(one: string, other: string): number {
  const longest = Math.max(one.length, other.length);
  return longest === 0 ? 0 : 1 - distanceBetween(one, other) / longest;
}

/** The number of letters to change, add, remove, or swap with the next one. */
export function distanceBetween(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const swapped = isSwapped(one, i, other, j) ? at(before, j - 2) : Number.POSITIVE_INFINITY;
      const changed = at(last, j - 1) - Number(one[i - 1] === other[j - 1]);
      row[j] = 1 + Math.min(at(last, j), at(row, j - 1), changed, swapped);
    }
    [before, last] = [last, row];
  }
  return at(last, other.length);
}

const at = (row: readonly number[], index: number): number => row[index] ?? 0;

/** Whether the two letters before these positions are the same in reverse order. */
const isSwapped = (one: string, i: number, other: string, j: number): boolean =>
  i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];

/** The segments of a path after the language prefix, without extensions and `index`. */
function segmentsOf(path: string, prefix: string): string[] {
  const inner = path.startsWith(prefix) ? path.slice(prefix.length) : path;
  return inner
    .toLowerCase()
    .split('/')
    .map((segment) => segment.replace(/\.(html?|md|php|aspx?)$/, ''))
    .filter((segment) => segment && segment !== 'index');
}
