import type { PageView } from '../app/data';
import { CHUNK_TIMEOUT_MS } from '../shared/constants';
import { checkDocument } from './ask-server';
import type { Destination, ViewLoader } from './load-view';
import { setFailed, setIdle, setLoading } from './navigation-state';

/** A navigation on its way, whichever browser API it came by. */
export interface Visit {
  readonly url: URL;
  readonly type: NavigationType;
  /** Aborted when a newer navigation, or the reader, stops this one. */
  readonly signal: AbortSignal;
}

/** A page, and the address that it is shown under: another one after a redirect. */
export interface Arrival {
  readonly view: PageView;
  readonly url: URL;
}

/** What the two routers have in common. */
export interface Visits {
  /** The page of an address; none when only a document will do, and the history must move first. */
  load(visit: Visit): Promise<Arrival | undefined>;
  /** Whether the browser is being told to load a document. */
  readonly isLeaving: boolean;
}

export function createVisits(loader: ViewLoader): Visits {
  let isLeaving = false;

  /** Lets the browser load the document; what it gets is the truth. */
  async function leave({ href }: URL, visit: Visit, reason?: unknown): Promise<undefined> {
    await checkDocument(href, CHUNK_TIMEOUT_MS).catch((error) => {
      throw reason ?? error;
    });
    visit.signal.throwIfAborted();
    if (visit.type === 'traverse') {
      return; // the handler loads it, once the history is where it should be
    }
    isLeaving = true; // only now: the reader may stop the load, and go on here
    visit.type === 'replace' ? location.replace(href) : location.assign(href);
    isLeaving = false;
    await new Promise(() => {}); // the new document takes our place
  }

  /** Where an address leads to, and what is there. */
  async function follow(url: URL): Promise<[url: URL, found: Destination]> {
    const found = await loader.load(addressOf(url));
    return found.kind === 'redirect'
      ? [new URL(found.path, url), await loader.load(found.path)]
      : [url, found];
  }

  async function find(visit: Visit): Promise<Arrival | undefined> {
    const [url, found] = await follow(visit.url);
    visit.signal.throwIfAborted();
    return found.kind === 'view'
      ? { view: found.view, url }
      : leave(url, visit, found.kind === 'document' ? found.reason : undefined);
  }

  return {
    load: (visit) => tellReader(visit, find(visit)),
    get isLeaving() {
      return isLeaving;
    },
  };
}

/**
 * What routing rules apply to. Never an address for the browser: a path with two slashes at its
 * beginning would name another host there.
 */
const addressOf = ({ pathname, search, hash }: URL): string => pathname + search + hash;

/** Shows that a page is on its way, and says so when it does not come. */
async function tellReader<T>({ url, signal }: Visit, page: Promise<T>): Promise<T> {
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
