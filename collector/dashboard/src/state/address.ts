// The view is in the URL, so that links and the Back button work.
import { type MouseEvent, useMemo, useSyncExternalStore } from 'react';

/** The last days, or all days in a range. */
export type Range = { readonly days: number } | { readonly from: string; readonly to: string };

/** What the URL says. */
export interface Address {
  /** Undefined for the default of the site. */
  readonly range?: Range | undefined;
  /** The id of a domain; undefined for the first. */
  readonly site?: string | undefined;
  /** The path of a page; undefined for all pages. */
  readonly page?: string | undefined;
}

/** What is shown. */
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

/** A month, or the shortest preset with all data of a new site. `since` is its first day with views. */
export function defaultRange(since: string | null, today: string): Range {
  const age = (Date.parse(today) - Date.parse(since ?? today)) / DAY_MS;
  if (age < 1) {
    return { days: 1 };
  }
  return { days: age < 7 ? 7 : 30 };
}

/** The query parameters of a range, for the API and the URL. */
export const queryOf = (range: Range): Record<string, string> =>
  'days' in range ? { days: String(range.days) } : { ...range };

export function hrefOf({ range, site, page }: Address): string {
  const query = new URLSearchParams({
    ...(site && { site }),
    ...(range && queryOf(range)),
    ...(page !== undefined && { page }),
  });
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

/** Props of a link inside the dashboard. The browser handles clicks that open a tab or a window. */
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
