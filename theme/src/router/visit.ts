import type { PageView } from '../app/data';
import { CHUNK_TIMEOUT_MS } from '../shared/constants';
import { checkDocument } from './ask-server';
import type { Destination, ViewLoader } from './load-view';
import { setFailed, setIdle, setLoading } from './navigation-state';

/** A navigation in progress, from either browser API. */
export interface Visit {
  readonly url: URL;
  readonly type: NavigationType;
  /** Aborted when a newer navigation or the user stops this one. */
  readonly signal: AbortSignal;
}

/** A page and its address, which differs from the requested one after a redirect. */
export interface Arrival {
  readonly view: PageView;
  readonly url: URL;
}

/** Loads pages for both routers. */
export interface Visits {
  /** Resolves to undefined if the document has to be loaded after the history has moved. */
  load(visit: Visit): Promise<Arrival | undefined>;
  /**
   * Whether a document has been requested, which replaces this one. Until then, the browser must handle
   * other navigations, too: otherwise, that document would also replace the page they lead to.
   */
  readonly isLeaving: boolean;
}

export function createVisits(loader: ViewLoader): Visits {
  let isLeaving = false;

  /** Lets the browser load the document. */
  async function leave({ href }: URL, visit: Visit, reason?: unknown): Promise<undefined> {
    await checkDocument(href, CHUNK_TIMEOUT_MS).catch((error) => {
      throw reason ?? error;
    });
    visit.signal.throwIfAborted();
    if (visit.type === 'traverse') {
      return; // the handler loads it after the history has moved
    }
    isLeaving = true; // only now: the load can be stopped, and then this document stays
    // For a return from the back/forward cache.
    addEventListener(
      'pagehide',
      () => {
        isLeaving = false;
      },
      { once: true },
    );
    visit.type === 'replace' ? location.replace(href) : location.assign(href);
    await new Promise(() => {}); // until the new document replaces this one
  }

  async function find(visit: Visit): Promise<Arrival | undefined> {
    const [url, found] = await follow(visit.url, loader);
    visit.signal.throwIfAborted();
    return found.kind === 'view'
      ? { view: found.view, url }
      : leave(url, visit, found.kind === 'document' ? found.reason : undefined);
  }

  return {
    load: (visit) => showProgress(visit, find(visit)),
    get isLeaving() {
      return isLeaving;
    },
  };
}

/** Where an address leads to, after a redirect of the site. */
async function follow(url: URL, loader: ViewLoader): Promise<[url: URL, found: Destination]> {
  const found = await loader.load(addressOf(url));
  return found.kind === 'redirect'
    ? [new URL(found.path, url), await loader.load(found.path)]
    : [url, found];
}

/**
 * The part that routing rules apply to. It must not be resolved as a URL: a path that starts with two
 * slashes would name another host.
 */
const addressOf = ({ pathname, search, hash }: URL): string => pathname + search + hash;

/** Shows that a page is loading, or that it couldn't be loaded. */
async function showProgress<T>({ url, signal }: Visit, page: Promise<T>): Promise<T> {
  setLoading();
  signal.addEventListener('abort', setIdle, { once: true });
  try {
    return await page;
  } catch (error) {
    signal.removeEventListener('abort', setIdle);
    if (!signal.aborted) {
      setFailed(() => location.assign(url));
    }
    throw error;
  }
}
