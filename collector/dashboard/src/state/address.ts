// The view is in the URL, so that links and the Back button work.
import { type MouseEvent, useMemo, useSyncExternalStore } from 'react';

/** The last days, or all days in a range. */
export type Range = { readonly days: number } | { readonly from: string; readonly to: string };

export interface View {
  readonly range: Range;
  /** The id of a domain; undefined for the first. */
  readonly site?: string | undefined;
  /** The path of a page; undefined for all pages. */
  readonly page?: string | undefined;
}

export const PRESETS = [7, 30, 90, 365] as const;
const DEFAULT_DAYS = 30;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** The same characters that `invisible.py` removes. */
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

/** The query parameters of a range, for the API and the URL. */
export const queryOf = (range: Range): Record<string, string> =>
  'days' in range ? { days: String(range.days) } : { ...range };

/** The URL of a view, without default values. */
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
  // Slashes are valid in a query, and easier to read unescaped.
  return query.size > 0 ? `?${query.toString().replaceAll('%2F', '/')}` : './';
}

/** The URL of a page; undefined for a path that leads to another origin, such as `//host`. */
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

/** Props of a link to a view. The browser handles clicks that open a tab or a window. */
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
