import { chromeOf } from '../../app/data';
import { onArrival } from '../../router/arrivals';
import type { ViewLoader } from '../../router/load-view';
import { folderOf, withBase } from '../../router/resolve-path';
import { isFast, isSavingData } from '../../shared/connection';
import type { ExtrasContext } from '../../shared/context';
import { untilIdle } from '../../shared/until-idle';

/** A pointer that moves across a link has left it by then. */
const HOVER_DELAY_MS = 65;
/** The focus of a user who tabs through links has moved on by then. */
const FOCUS_DELAY_MS = 200;
/** The maximum number of pages to prefetch per visited page, without a hover, touch or focus. */
export const MAX_UNREQUESTED = 6;

/** Prefetches pages that the visitor is about to open, and some likely next ones. */
export function startPrefetch(context: ExtrasContext): void {
  const { currentView, loader } = context;
  const { base, id } = chromeOf(currentView());
  const fetchPage = createPageFetcher(loader);
  let unrequested = MAX_UNREQUESTED;
  let isBusy = false;

  const prefetch = (link: HTMLAnchorElement): unknown =>
    !isSavingData() && leadsToOtherPage(link, base) && fetchPage(link.pathname);

  /** One by one, and only while the browser is idle. */
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
        break; // other pages would most likely fail, too
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
 * Fetches the tables of a sidebar that the document doesn't have, so that a click there only needs
 * the page itself.
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
  /** Resolves to false if the page couldn't be loaded. */
  (path: string): Promise<boolean>;
  /** Whether the page was fetched, or is loading. */
  isKnown(path: string): boolean;
}

/** Loads each page once, like a navigation, which then finds everything in memory. */
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
      known.delete(path); // a navigation retries and reports the failure
      return false;
    }
  };
  return Object.assign(fetchPage, { isKnown: (path: string) => known.has(path) });
}

/** Calls `listener` with each link that is pressed, or keeps the pointer or the focus for a while. */
function watchLinks(listener: (link: HTMLAnchorElement) => unknown): void {
  let current: HTMLAnchorElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watch = (target: unknown, delay: number): void => {
    const link = linkAround(target);
    if (link !== current) {
      clearTimeout(timer);
      current = link;
      timer = link ? setTimeout(listener, delay, link) : undefined;
    }
  };
  addEventListener('pointerover', ({ target }) => watch(target, HOVER_DELAY_MS), { passive: true });
  addEventListener('focusin', ({ target }) => watch(target, FOCUS_DELAY_MS));
  addEventListener(
    'pointerdown',
    ({ target }) => {
      const link = linkAround(target);
      link && listener(link);
    },
    { passive: true },
  );
  // The pointer may have reached a link before this script ran.
  watch(document.querySelector('a:hover') ?? document.activeElement, HOVER_DELAY_MS);
}

const linkAround = (target: unknown): HTMLAnchorElement | null =>
  target instanceof Element ? target.closest('a') : null;

/** Whether the router handles a click on the link. */
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

/** The link to the next page, then visible links of the content, then those of the sidebar. */
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
