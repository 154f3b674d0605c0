import type { PageView } from '../app/data';
import type { ViewLoader } from './load-view';
import { setIdle } from './navigation-state';
import { showPage } from './show-page';
import { createVisits, type Visit, type Visits } from './visit';

const TALLER_THAN_PAGES = '1000000px';

/** Navigates with the Navigation API, which loads a page before its address changes. */
export function startNavigationRouter(loader: ViewLoader, render: (view: PageView) => void): void {
  const visits = createVisits(loader);

  function onNavigate(event: NavigateEvent): void {
    const isLeft = visits.isLeaving && event.navigationType !== 'traverse';
    if (isLeft || !isOurs(event)) {
      return;
    }
    // Going back may not be cancelable. It then leads to a page that this document has shown.
    let view = event.cancelable ? undefined : loader.recall(urlOf(event).pathname);
    const options: NavigationInterceptOptions = {
      focusReset: 'manual',
      scroll: 'manual',
      async handler() {
        const { hash } = urlOf(event);
        if (view && (await showPage(view, { hash, scroll: () => scroll(event) }, render))) {
          setIdle();
        } else {
          location.reload(); // the document shows the page correctly
        }
      },
    };
    if (event.cancelable) {
      options.precommitHandler = async (controller) => {
        const { navigationType: type, signal } = event;
        const url = urlOf(event);
        view = type === 'traverse' ? loader.recall(url.pathname) : undefined;
        view ??= await load({ url, type, signal }, visits, controller);
      };
    }
    event.intercept(options);
  }

  navigation.addEventListener('navigate', onNavigate);
}

/** Loads a page before its address changes. Resolves to undefined if a document is needed. */
async function load(
  visit: Visit,
  visits: Visits,
  controller: NavigationPrecommitController,
): Promise<PageView | undefined> {
  const arrival = await visits.load(visit);
  if (arrival && arrival.url !== visit.url) {
    controller.redirect(arrival.url.href);
  }
  return arrival?.view;
}

/**
 * Going back: Firefox limits the position to the height of the last layout, so the new page needs one
 * first. It must not be shorter than the position of the last page: Chromium would save the limited
 * position for the entry that it is about to restore.
 */
function scroll(event: NavigateEvent): void {
  if (event.navigationType !== 'traverse') {
    event.scroll();
    return;
  }
  const root = document.documentElement;
  root.style.minHeight = TALLER_THAN_PAGES;
  root.getBoundingClientRect();
  event.scroll();
  root.style.minHeight = '';
}

/** Whether a navigation is between pages of the site and can be intercepted. */
function isOurs(event: NavigateEvent): boolean {
  return (
    event.canIntercept &&
    !event.hashChange &&
    event.downloadRequest === null &&
    event.formData === null &&
    event.navigationType !== 'reload' &&
    !isRenamed(event) &&
    !isExternalLink(event)
  );
}

/** Whether a script only replaced the address of the current page, as choosing a tab does. */
const isRenamed = ({ destination, navigationType }: NavigateEvent): boolean =>
  navigationType === 'replace' && destination.sameDocument;

const isExternalLink = ({ sourceElement }: NavigateEvent): boolean =>
  sourceElement instanceof HTMLAnchorElement && sourceElement.relList.contains('external');

const urlOf = ({ destination }: NavigateEvent): URL => new URL(destination.url);
