import { CHUNK_TIMEOUT_MS } from '../constants';
import type { PageView } from '../data';
import { checkDocument } from './ask-server';
import type { Destination, ViewLoader } from './load-view';
import { setFailed, setIdle, setLoading } from './navigation-state';
import { showPage } from './show-page';

/** Without these, links load documents, and the site is whole all the same. */
export const canNavigate = (): boolean =>
  'navigation' in window && 'NavigationPrecommitController' in window;

/**
 * Shows pages in place of documents. `render` puts one on the screen before it returns, and fails
 * when it cannot.
 */
export function startRouter(loader: ViewLoader, render: (view: PageView) => void): void {
  let isLeaving = false;

  /** Lets the browser load the document; what it gets is the truth. */
  async function leave(
    address: string,
    event: NavigateEvent,
    reason?: unknown,
  ): Promise<undefined> {
    await checkDocument(address, CHUNK_TIMEOUT_MS).catch((error) => {
      throw reason ?? error;
    });
    event.signal.throwIfAborted();
    if (event.navigationType === 'traverse') {
      return; // the handler loads it, once the history is where it should be
    }
    isLeaving = true; // only now: the reader may stop the load, and go on here
    event.navigationType === 'replace' ? location.replace(address) : location.assign(address);
    isLeaving = false;
    await new Promise(() => {}); // the new document takes our place
  }

  /** Where an address leads to, and what is there. */
  async function follow(address: string): Promise<[address: string, found: Destination]> {
    const found = await loader.load(address);
    return found.kind === 'redirect'
      ? [found.path, await loader.load(found.path)]
      : [address, found];
  }

  /** The page for an address, before the address changes; none when only a document will do. */
  async function load(
    event: NavigateEvent,
    controller: NavigationPrecommitController,
  ): Promise<PageView | undefined> {
    const shown = event.navigationType === 'traverse' ? loader.recall(pathOf(event)) : undefined;
    if (shown) {
      return shown;
    }
    const asked = addressOf(event);
    const [address, found] = await follow(asked);
    event.signal.throwIfAborted();
    if (found.kind !== 'view') {
      return leave(address, event, found.kind === 'document' ? found.reason : undefined);
    }
    if (address !== asked) {
      controller.redirect(address);
    }
    return found.view;
  }

  async function tryToShow(view: PageView, event: NavigateEvent): Promise<boolean> {
    try {
      await showPage(view, event, render);
      return true;
    } catch (error) {
      console.error(error);
      return false;
    }
  }

  function onNavigate(event: NavigateEvent): void {
    if (isLeaving || !isOurs(event)) {
      return;
    }
    // Going back may be past stopping. It leads to a page that this document has shown.
    let view = event.cancelable ? undefined : loader.recall(pathOf(event));
    const options: NavigationInterceptOptions = {
      focusReset: 'manual',
      scroll: 'manual',
      async handler() {
        if (view && (await tryToShow(view, event))) {
          setIdle();
        } else {
          location.reload(); // the document has the page as it should be
        }
      },
    };
    if (event.cancelable) {
      options.precommitHandler = async (controller) => {
        view = await tellReader(event, load(event, controller));
      };
    }
    event.intercept(options);
  }

  navigation.addEventListener('navigate', onNavigate);
  window.onpopstate = null; // the inline script need no longer watch
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

function addressOf({ destination }: NavigateEvent): string {
  const { pathname, search, hash } = new URL(destination.url);
  return pathname + search + hash;
}

const pathOf = ({ destination }: NavigateEvent): string => new URL(destination.url).pathname;

/** Shows that a page is on its way, and says so when it does not come. */
async function tellReader<T>(event: NavigateEvent, page: Promise<T>): Promise<T> {
  setLoading();
  // A newer navigation, or the reader, has stopped this one.
  event.signal.addEventListener('abort', setIdle, { once: true });
  try {
    return await page;
  } catch (error) {
    event.signal.removeEventListener('abort', setIdle);
    if (!event.signal.aborted) {
      const { url } = event.destination;
      setFailed(() => location.assign(url));
    }
    throw error;
  }
}
