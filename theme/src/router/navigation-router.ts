import type { PageView } from '../app/data';
import type { ViewLoader } from './load-view';
import { setIdle } from './navigation-state';
import { tryToShow } from './show-page';
import { type Arrival, createVisits } from './visit';

/** Loads a page before its address changes, by the Navigation API. */
export function startNavigationRouter(loader: ViewLoader, render: (view: PageView) => void): void {
  const visits = createVisits(loader);

  /** The page for an address, before the address changes; none when only a document will do. */
  async function load(
    event: NavigateEvent,
    controller: NavigationPrecommitController,
  ): Promise<PageView | undefined> {
    const { signal, navigationType: type } = event;
    const url = urlOf(event);
    const shown = type === 'traverse' ? loader.recall(url.pathname) : undefined;
    if (shown) {
      return shown;
    }
    const arrival: Arrival | undefined = await visits.load({ url, type, signal });
    if (arrival && arrival.url !== url) {
      controller.redirect(arrival.url.href);
    }
    return arrival?.view;
  }

  function onNavigate(event: NavigateEvent): void {
    if (visits.isLeaving || !isOurs(event)) {
      return;
    }
    // Going back may be past stopping. It leads to a page that this document has shown.
    let view = event.cancelable ? undefined : loader.recall(urlOf(event).pathname);
    const options: NavigationInterceptOptions = {
      focusReset: 'manual',
      scroll: 'manual',
      async handler() {
        const { hash } = urlOf(event);
        if (view && (await tryToShow(view, { hash, scroll: () => event.scroll() }, render))) {
          setIdle();
        } else {
          location.reload(); // the document has the page as it should be
        }
      },
    };
    if (event.cancelable) {
      options.precommitHandler = async (controller) => {
        view = await load(event, controller);
      };
    }
    event.intercept(options);
  }

  navigation.addEventListener('navigate', onNavigate);
}

/** Whether a navigation is one between pages, and up to us. */
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

/** Whether a script only wrote another address for what is shown, as choosing a tab does. */
const isRenamed = ({ destination, navigationType }: NavigateEvent): boolean =>
  navigationType === 'replace' && destination.sameDocument;

const isExternalLink = ({ sourceElement }: NavigateEvent): boolean =>
  sourceElement instanceof HTMLAnchorElement && sourceElement.relList.contains('external');

const urlOf = ({ destination }: NavigateEvent): URL => new URL(destination.url);
