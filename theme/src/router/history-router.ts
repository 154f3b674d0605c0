import type { PageView } from '../app/data';
import { ARRIVAL } from './arrivals';
import type { ViewLoader } from './load-view';
import { setIdle } from './navigation-state';
import { scrollToHeading, showPage } from './show-page';
import { createVisits } from './visit';

/**
 * For browsers without the Navigation API or its `precommitHandler`: a click on a link loads the page
 * and then changes the address. All other navigations load a document, and so does going back to a
 * page that this document has not shown.
 */
export function startHistoryRouter(loader: ViewLoader, render: (view: PageView) => void): void {
  const visits = createVisits(loader);
  const positions = createScrollPositions();
  let visit = new AbortController();

  async function go(url: URL): Promise<void> {
    if (visits.isLeaving) {
      location.assign(url);
      return;
    }
    visit.abort();
    visit = new AbortController();
    const type = url.href === location.href ? 'replace' : 'push';
    const arrival = await visits.load({ url, type, signal: visit.signal });
    if (arrival) {
      positions.save();
      history.scrollRestoration = 'manual';
      history[`${type}State`](null, '', arrival.url);
      positions.enter();
      await arrive(arrival.view, render);
    }
  }

  function onPopState(): void {
    const view = loader.recall(location.pathname);
    if (!view) {
      location.reload();
    } else if (history.state) {
      visit.abort();
      positions.save();
      arrive(view, render, positions.enter());
    } else {
      positions.enter(); // created by a link to a heading
    }
  }

  watchLinks(go, positions.save);
  addEventListener('popstate', onPopState);
  addEventListener('pagehide', () => {
    history.scrollRestoration = 'auto'; // for returning here by loading a document
  });
}

function watchLinks(go: (url: URL) => Promise<void>, onHeading: () => void): void {
  // On the window, after listeners on the document, which may change the link.
  addEventListener('click', (event) => {
    const url = destinationOf(event);
    if (url && isHeading(url)) {
      onHeading(); // the browser scrolls there
    } else if (url) {
      event.preventDefault();
      go(url).catch(() => {}); // the navigation state shows the failure
    }
  });
}

async function arrive(
  view: PageView,
  render: (view: PageView) => void,
  position?: number,
): Promise<void> {
  const { hash } = location;
  const scroll = (): void =>
    position === undefined ? scrollToHeading(hash) : scrollTo(0, position);
  if (await showPage(view, { hash, scroll }, render)) {
    setIdle();
    dispatchEvent(new Event(ARRIVAL));
  } else {
    location.reload(); // the document shows the page correctly
  }
}

/** Scroll positions by history entry, because browsers would restore them before the page is shown. */
function createScrollPositions() {
  const positions = new Map<unknown, number>();
  let entry = markEntry();
  return {
    save: () => positions.set(entry, scrollY),
    /** Switches to the current entry of the history, and returns the position saved for it. */
    enter() {
      entry = markEntry();
      return positions.get(entry);
    },
  };
}

/** Returns the id of the current history entry. Creates an id if there is none. */
function markEntry(): unknown {
  history.replaceState(history.state ?? crypto.getRandomValues(new Uint32Array(1))[0], '');
  return history.state;
}

const isHeading = ({ href, hash }: URL): boolean =>
  hash !== '' && href.split('#')[0] === location.href.split('#')[0];

/** The address that a click leads to, if the router handles it. */
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
