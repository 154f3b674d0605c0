import type { PageView } from '../app/data';
import { ARRIVAL } from './arrivals';
import type { ViewLoader } from './load-view';
import { setIdle } from './navigation-state';
import { scrollToHeading, tryToShow } from './show-page';
import { createVisits } from './visit';

/**
 * Where the Navigation API is missing, or cannot hold an address back until its page is there:
 * clicks on links load the page first and then change the address. Everything else that navigates
 * loads a document, and so does going back to a page that this document has not shown.
 */
export function startHistoryRouter(loader: ViewLoader, render: (view: PageView) => void): void {
  const visits = createVisits(loader);
  /** Where readers were on each entry of the history. Browsers would restore it too early. */
  const positions = new Map<unknown, number>();
  let visit = new AbortController();
  let entry = markEntry();

  async function arrive(view: PageView, position?: number): Promise<void> {
    const { hash } = location;
    const scroll = (): void =>
      position === undefined ? scrollToHeading(hash) : scrollTo(0, position);
    if (await tryToShow(view, { hash, scroll }, render)) {
      setIdle();
      dispatchEvent(new Event(ARRIVAL));
    } else {
      location.reload(); // the document has the page as it should be
    }
  }

  async function go(url: URL): Promise<void> {
    visit.abort();
    visit = new AbortController();
    const type = url.href === location.href ? 'replace' : 'push';
    const arrival = await visits.load({ url, type, signal: visit.signal });
    if (arrival) {
      positions.set(entry, scrollY);
      history.scrollRestoration = 'manual';
      history[`${type}State`](null, '', arrival.url);
      entry = markEntry();
      await arrive(arrival.view);
    }
  }

  function onClick(event: MouseEvent): void {
    const url = destinationOf(event);
    if (url && isHeading(url)) {
      positions.set(entry, scrollY); // the browser goes there
    } else if (url) {
      event.preventDefault();
      go(url).catch(() => {}); // the reader has been told
    }
  }

  function onPopState(): void {
    const view = loader.recall(location.pathname);
    if (!view) {
      location.reload();
    } else if (history.state) {
      visit.abort();
      positions.set(entry, scrollY);
      entry = history.state;
      arrive(view, positions.get(entry));
    } else {
      entry = markEntry(); // a link to a heading has made this one
    }
  }

  addEventListener('click', onClick); // after those of the document, which may change the link
  addEventListener('popstate', onPopState);
  addEventListener('pagehide', () => {
    history.scrollRestoration = 'auto'; // for whatever comes back here by loading a document
  });
}

/** Tells the entries of the history apart. */
function markEntry(): unknown {
  history.replaceState(history.state ?? crypto.getRandomValues(new Uint32Array(1))[0], '');
  return history.state;
}

const isHeading = ({ href, hash }: URL): boolean =>
  hash !== '' && href.split('#')[0] === location.href.split('#')[0];

/** Where a click leads to, if it is up to us. */
function destinationOf(event: MouseEvent): URL | undefined {
  const link = event.target instanceof Element && event.target.closest('a');
  return link &&
    link.origin === location.origin &&
    !link.target &&
    !link.hasAttribute('download') &&
    !link.relList.contains('external') &&
    !event.defaultPrevented &&
    event.button === 0 &&
    !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    ? new URL(link.href)
    : undefined;
}
