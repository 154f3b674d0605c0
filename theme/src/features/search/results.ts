import { makeExcerpt } from './excerpt';
import type { Match, PreparedSection } from './match';
import type { PartialMatch } from './partial';
import type { SearchGroup, SearchResult } from './types';

/** A section that matches. */
export interface Found extends Match {
  readonly prepared: PreparedSection;
  readonly score: number;
}

/** A section that matches a part of the query. */
export interface PartialFound extends Found, PartialMatch {}

const RESULTS_PER_PAGE = 3;
/** Another section of a page is shown if it is nearly as good as the best of all. */
const WORTH_A_SECOND = 0.5;
/** The factor for each better section with the same heading, on another page. */
const REPEATED = 0.7;
/** An address in the query that leads to a section outweighs all others. */
const NAMED = 100;

/** How many different sets of missing words are shown, and how many pages with partial matches. */
const MOST_SETS = 2;
const MOST_PARTIAL_PAGES = 5;

/** Partial matches by the words they don't have, the best first. */
export function groupPartial(found: readonly PartialFound[], tag: string): SearchGroup[] {
  const sets = new Map<string, PartialFound[]>();
  for (const one of [...found].sort(byScore)) {
    const key = JSON.stringify(one.missing);
    sets.set(key, [...(sets.get(key) ?? []), one]);
  }
  return [...sets.values()]
    .slice(0, MOST_SETS)
    .flatMap((set) =>
      groupResults(set, tag, undefined).map((group) => ({
        ...group,
        isPartial: true,
        missing: set[0]?.missing ?? [],
      })),
    )
    .slice(0, MOST_PARTIAL_PAGES);
}

/**
 * Removes results that look like one in another language: every language has a copy of untranslated
 * pages. Two pages in one language can have the same content, too, but both are shown.
 */
export function removeCopies(groups: readonly SearchGroup[]): SearchGroup[] {
  const languages = new Map<string, string>();
  const isNew = (content: string, locale: string): boolean =>
    (languages.get(content) ?? languages.set(content, locale).get(content)) === locale;
  return groups
    .map((group) => ({
      ...group,
      results: group.results.filter(({ heading, excerpt }) =>
        isNew(JSON.stringify([group.page.title, heading, excerpt]), group.locale),
      ),
    }))
    .filter(({ results }) => results.length > 0);
}

/** The best first. Sections of a page stay together, at the position of the best one. */
export function groupResults(
  found: readonly Found[],
  tag: string,
  anchor: string | undefined,
): SearchGroup[] {
  const sorted = sortResults(found, anchor);
  const best = sorted[0]?.score ?? 0;
  const groups = new Map<string, SearchGroup & { readonly results: SearchResult[] }>();
  for (const { prepared, ranges, score } of sorted) {
    const { heading, page: path, path: address, text, title } = prepared.section;
    const group = groups.get(path);
    const result = { heading, path: address, excerpt: makeExcerpt(text, ranges) };
    if (!group) {
      groups.set(path, {
        page: { title, path },
        locale: tag,
        isPartial: false,
        missing: [],
        step: 0,
        results: [result],
      });
    } else if (group.results.length < RESULTS_PER_PAGE && score > best * WORTH_A_SECOND) {
      group.results.push(result);
    }
  }
  return [...groups.values()];
}

/** Lowers the score of sections with the same heading as a better one. */
function sortResults(found: readonly Found[], anchor: string | undefined): Found[] {
  const isNamed = ({ prepared }: Found): boolean =>
    anchor !== undefined && prepared.section.path.endsWith(`#${anchor}`);
  const seen = new Map<string, number>();
  return found
    .map((one) => (isNamed(one) ? { ...one, score: one.score * NAMED } : one))
    .sort(byScore)
    .map((one) => {
      const { heading } = one.prepared.section;
      const times = seen.get(heading) ?? 0;
      seen.set(heading, times + 1);
      return { ...one, score: one.score * REPEATED ** times };
    })
    .sort(byScore);
}

const byScore = (a: Found, b: Found): number =>
  b.score - a.score || (a.prepared.section.path < b.prepared.section.path ? -1 : 1);
