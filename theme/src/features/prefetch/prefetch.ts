import { chromeOf } from '../../app/data';
import { onArrival } from '../../router/arrivals';
import type { ViewLoader } from '../../router/load-view';
import { folderOf, withBase } from '../../router/resolve-path';
import { isFast, isSavingData } from '../../shared/connection';
import type { ExtrasContext } from '../../shared/context';

/** A pointer that only passes a link is gone by then. */
const HOVER_DELAY_MS = 65;
/** So is the focus of a reader who walks from link to link. */
const FOCUS_DELAY_MS = 200;
/** The most pages to prefetch per page that is read, without a hover, touch or focus. */
export const MAX_UNREQUESTED = 6;
/** The delay for browsers without `requestIdleCallback`. */
const IDLE_DELAY_MS = 200;

/** Fetches pages that the reader is about to open, and some that may be next. */
export function startPrefetch(context: ExtrasContext): void {
  const { currentView, loader } = context;
  const { base, id } = chromeOf(currentView());
  const fetchPage = createPageFetcher(loader);
  let unrequested = MAX_UNREQUESTED;
  let isBusy = false;

  const prefetch = (link: HTMLAnchorElement): unknown =>
    !isSavingData() && leadsToOtherPage(link, base) && fetchPage(link.pathname);

  /** One after the other, and only while the browser has nothing else to do. */
  async function prefetchVisible(): Promise<void> {
    if (isBusy) {
      return;
    }
    isBusy = true;
    while (unrequested > 0 && isFast()) {
      await untilIdle();
      const link = visibleLinks().find(
        (next) => leadsToOtherPage(next, base) && !fetchPage.isKnown(next.pathname),
      );
      if (!link) {
        break;
      }
      unrequested -= 1;
      if (!(await fetchPage(link.pathname))) {
        break; // the next page is not more likely to come
      }
    }
    isBusy = false;
  }

  watchLinks(prefetch);
  addEventListener('scrollend', prefetchVisible);
  onArrival(() => {
    unrequested = MAX_UNREQUESTED;
    if (chromeOf(currentView()).id !== id && !isSavingData()) {
      fetchTables(context).catch(() => {}); // the navigation that needs one reports the failure
    }
    prefetchVisible();
  });
  prefetchVisible();
}

/**
 * Fetches the tables of a sidebar that the document doesn't have, so that a click there needs only the
 * page itself.
 */
async function fetchTables({ currentView, index }: ExtrasContext): Promise<void> {
  const { base, sidebar } = chromeOf(currentView());
  await untilIdle();
  const build = await index.loadBuild();
  const links = sidebar.flatMap(({ items }) => items.map(({ path }) => path));
  const folders = new Map(links.map((path) => [folderOf(path), path]));
  const loads = [...folders.values()].map((path) => index.loadTables(withBase(path, base), build));
  await Promise.all(loads);
}

interface PageFetcher {
  /** Whether it came. */
  (path: string): Promise<boolean>;
  /** Whether the page was fetched, or is loading. */
  isKnown(path: string): boolean;
}

/** Loads each page once, as a navigation would, so that it finds everything in memory. */
function createPageFetcher(loader: ViewLoader): PageFetcher {
  const known = new Set<string>();
  const load = async (path: string): Promise<void> => {
    const found = await loader.load(path);
    if (found.kind === 'redirect') {
      await loader.load(found.path);
    } else if (found.kind === 'document') {
      throw found.reason;
    }
  };
  const fetchPage = async (path: string): Promise<boolean> => {
    if (known.has(path)) {
      return true;
    }
    known.add(path);
    try {
      await load(path);
      return true;
    } catch {
      known.delete(path); // whoever goes there is told; nobody has asked for it yet
      return false;
    }
  };
  return Object.assign(fetchPage, { isKnown: (path: string) => known.has(path) });
}

/** Hears of links on which pointer or focus rest, and of those that are pressed. */
function watchLinks(onSign: (link: HTMLAnchorElement) => unknown): void {
  let resting: HTMLAnchorElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const rest = (target: unknown, delay: number): void => {
    const link = linkAround(target);
    if (link !== resting) {
      clearTimeout(timer);
      resting = link;
      timer = link ? setTimeout(onSign, delay, link) : undefined;
    }
  };
  addEventListener('pointerover', ({ target }) => rest(target, HOVER_DELAY_MS), { passive: true });
  addEventListener('focusin', ({ target }) => rest(target, FOCUS_DELAY_MS));
  addEventListener(
    'pointerdown',
    ({ target }) => {
      const link = linkAround(target);
      link && onSign(link);
    },
    { passive: true },
  );
  // The pointer may have come to its link before this script.
  rest(document.querySelector('a:hover') ?? document.activeElement, HOVER_DELAY_MS);
}

const linkAround = (target: unknown): HTMLAnchorElement | null =>
  target instanceof Element ? target.closest('a') : null;

/** Whether the router would go there. */
function leadsToOtherPage(link: HTMLAnchorElement, base: string): boolean {
  return (
    link.origin === location.origin &&
    link.pathname !== location.pathname &&
    link.pathname.startsWith(base) &&
    !link.target &&
    !link.hasAttribute('download') &&
    !link.relList.contains('external')
  );
}

/** The page that follows; then what can be seen of the text, and of the sidebar. */
function visibleLinks(): HTMLAnchorElement[] {
  return ['main a[rel="next"]', 'main a', '#_drawer a'].flatMap((selector, index) =>
    [...document.querySelectorAll<HTMLAnchorElement>(selector)].filter(
      (link) => index === 0 || isInWindow(link),
    ),
  );
}

function isInWindow(link: HTMLAnchorElement): boolean {
  const { top, bottom, left, width } = link.getBoundingClientRect();
  return width > 0 && bottom > 0 && top < innerHeight && left >= 0;
}

const untilIdle = (): Promise<unknown> =>
  new Promise((resolve) =>
    'requestIdleCallback' in window
      ? requestIdleCallback(resolve)
      : setTimeout(resolve, IDLE_DELAY_MS),
  );
