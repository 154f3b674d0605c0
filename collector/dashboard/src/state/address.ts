// The view is stored in the URL, so that links and the Back button work.
import { type MouseEvent, useMemo, useSyncExternalStore } from 'react';

/** A number of days until today, or all days in a range. */
export type Range = { readonly days: number } | { readonly from: string; readonly to: string };

/** The parts of the view that are stored in the URL. */
export interface Address {
  /** Undefined for the default range of the site. */
  readonly range?: Range | undefined;
  /** The id of a domain; undefined for the first one. */
  readonly site?: string | undefined;
  /** The path of a page; undefined for all pages. */
  readonly page?: string | undefined;
  /** Undefined for the improvements. */
  readonly tab?: Tab | undefined;
}

export type Tab = 'traffic';

/** The current view. */
export interface View extends Address {
  readonly range: Range;
}

export const PRESETS = [1, 7, 30, 90, 365] as const;
const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** The same characters that `invisible.py` removes. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;

export function readAddress(search: string): Address {
  const query = new URLSearchParams(search);
  return {
    range: readRange(query),
    site: query.get('site') ?? undefined,
    page: query.get('page')?.replace(INVISIBLE, ''),
    tab: query.get('tab') === 'traffic' ? 'traffic' : undefined,
  };
}

function readRange(query: URLSearchParams): Range | undefined {
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
  if (DAY.test(from) && DAY.test(to) && from <= to) {
    return { from, to };
  }
  const given = Number(query.get('days'));
  const days = PRESETS.find((preset) => preset === given);
  return days && { days };
}

/**
 * Returns a week for improvements, a month for traffic, or the shortest preset with all data of a
 * new site. `since` is the first day with views.
 */
export function defaultRange(since: string | null, today: string, tab?: Tab): Range {
  const age = (Date.parse(today) - Date.parse(since ?? today)) / DAY_MS;
  if (age < 1) {
    return { days: 1 };
  }
  return { days: age < 7 || tab === undefined ? 7 : 30 };
}

/** The query parameters of a range, for the API and the URL. */
export const queryOf = (range: Range): Record<string, string> =>
  'days' in range ? { days: String(range.days) } : { ...range };

export function hrefOf({ range, site, page, tab }: Address): string {
  const query = new URLSearchParams({
    ...(site && { site }),
    ...(tab && { tab }),
    ...(range && queryOf(range)),
    ...(page !== undefined && { page }),
  });
  // Slashes are valid in a query, and easier to read unescaped.
  return query.size > 0 ? `?${query.toString().replaceAll('%2F', '/')}` : './';
}

/**
 * Returns the URL of a page, or undefined for a path that leads to another origin, such as
 * `//host`.
 */
export function pageAddress(origin: string, page: string): string | undefined {
  const address = URL.parse(page, origin);
  return address?.origin === origin ? address.href : undefined;
}

/** Returns the page of a path, without its language: `/guide/` for `/zh/guide/`. */
export function pageOf(path: string, languages: readonly string[]): string {
  const prefix = languages.find((language) => `${path}/`.startsWith(`/${language}/`));
  return prefix === undefined ? path : path.slice(prefix.length + 1) || '/';
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

export function useAddress(): Address {
  const search = useSyncExternalStore(subscribe, () => location.search);
  return useMemo(() => readAddress(search), [search]);
}

export function goTo(address: Address): void {
  history.pushState(null, '', hrefOf(address));
  for (const listener of listeners) {
    listener();
  }
}

/**
 * Returns the props of a link inside the dashboard. The browser handles clicks that open a tab or
 * window.
 */
export function linkTo(address: Address) {
  return {
    href: hrefOf(address),
    onClick: (event: MouseEvent) => {
      if (event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey)) {
        event.preventDefault();
        goTo(address);
      }
    },
  };
}
