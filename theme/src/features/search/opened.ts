import type { Answer } from './dialog/searcher';

/** Of a query in the event, in UTF-16 code units. */
const MAX_LENGTH = 100;

// The analytics script and the search don't import each other: they communicate by this event of the
// window. Its detail is the path of the opened page, a space and the query.
export const RESULT_OPENED = 'result-opened';

/** Recent and suggested pages aren't results. */
export function announceOpened({ pathname }: HTMLAnchorElement, { groups, query }: Answer): void {
  if (groups.length > 0) {
    dispatchEvent(
      new CustomEvent(RESULT_OPENED, { detail: `${pathname} ${query.slice(0, MAX_LENGTH)}` }),
    );
  }
}
