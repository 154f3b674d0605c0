// What is shown stands in the address: a link shows the same, and Back goes back.
import { type MouseEvent, useMemo, useSyncExternalStore } from 'react';

/** The last days, or all days from one to another. */
export type Range = { readonly days: number } | { readonly from: string; readonly to: string };

export interface View {
  readonly range: Range;
  /** The id of a domain; none, for the first. */
  readonly site?: string | undefined;
  /** The path of a page; none, for all of them. */
  readonly page?: string | undefined;
}

export const PRESETS = [7, 30, 90, 365] as const;
const DEFAULT_DAYS = 30;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** As `invisible.py` drops them from what is stored. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;

export function readView(search: string): View {
  const query = new URLSearchParams(search);
  return {
    range: readRange(query),
    site: query.get('site') ?? undefined,
    page: query.get('page')?.replace(INVISIBLE, ''),
  };
}

function readRange(query: URLSearchParams): Range {
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
  if (DAY.test(from) && DAY.test(to) && from <= to) {
    return { from, to };
  }
  const days = Number(query.get('days'));
  return { days: PRESETS.find((preset) => preset === days) ?? DEFAULT_DAYS };
}

/** The range as the API and the address name it. */
export const queryOf = (range: Range): Record<string, string> =>
  'days' in range ? { days: String(range.days) } : { ...range };

/** The address of a view; what is usual is left out. */
export function hrefOf({ range, site, page }: View): string {
  const query = new URLSearchParams(site ? { site } : {});
  if (!('days' in range && range.days === DEFAULT_DAYS)) {
    for (const [name, value] of Object.entries(queryOf(range))) {
      query.set(name, value);
    }
  }
  if (page !== undefined) {
    query.set('page', page);
  }
  // Slashes may stand in a query as they are, and are easier to read so.
  return query.size > 0 ? `?${query.toString().replaceAll('%2F', '/')}` : './';
}

/** The address of a page; none for a path that would lead to another origin, such as `//host`. */
export function pageAddress(origin: string, page: string): string | undefined {
  const address = URL.parse(page, origin);
  return address?.origin === origin ? address.href : undefined;
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('popstate', listener);
  };
}

export function useView(): View {
  const search = useSyncExternalStore(subscribe, () => location.search);
  return useMemo(() => readView(search), [search]);
}

export function goTo(view: View): void {
  history.pushState(null, '', hrefOf(view));
  for (const listener of listeners) {
    listener();
  }
}

/** Properties of a link to a view. Clicks that open a tab or a window remain the browser's. */
export function linkTo(view: View) {
  return {
    href: hrefOf(view),
    onClick: (event: MouseEvent) => {
      if (event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey)) {
        event.preventDefault();
        goTo(view);
      }
    },
  };
}
