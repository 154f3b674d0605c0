// Finds the pages that have all parts of a query, with the index alone.
import type { LanguageIndex } from './language-index';
import type { Hit, Part } from './ranking';

/** A page that the index proposes, before its text is compared. */
export interface PageHit {
  /** The sections that have all parts, the best first. */
  readonly complete: readonly Hit[];
  /** For each part, the best section. */
  readonly spread: readonly Hit[];
}

/** The pages whose sections together have all parts; first those with all parts in one section. */
export function findPages(
  hits: readonly Hit[],
  parts: readonly Part[],
  index: LanguageIndex,
): PageHit[] {
  const byPage = new Map<number, Hit[]>();
  for (const hit of hits) {
    const page = index.pageOf(hit.section);
    byPage.set(page, [...(byPage.get(page) ?? []), hit]);
  }
  const pages = [...byPage.values()].flatMap((own): PageHit[] => {
    const best = parts.map(({ scores }) => own.find(({ section }) => scores.has(section)));
    const spread = best.filter((hit) => hit !== undefined);
    const complete = own.filter(({ section }) => parts.every(({ scores }) => scores.has(section)));
    return spread.length === parts.length ? [{ complete, spread: [...new Set(spread)] }] : [];
  });
  return [
    ...pages.filter(({ complete }) => complete.length > 0),
    ...pages.filter(({ complete }) => complete.length === 0),
  ];
}
