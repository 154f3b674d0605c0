import { flushSync } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';
import { prepareSearch } from '../features/search/open';
import { waitForFirstInput, waitForPage } from '../router/first-input';
import { prepareScripts } from '../router/load-page';
import { createViewLoader } from '../router/load-view';
import { setFailed, setIdle } from '../router/navigation-state';
import { prepareNavigation } from '../router/prepare-navigation';
import { startRouter } from '../router/router';
import { closeMenus } from '../router/show-page';
import { createSiteIndex } from '../router/site-index';
import { EXTRAS_RETRY_MS } from '../shared/constants';
import type { ExtrasContext } from '../shared/context';
import { App } from './app';
import { chromeOf, ROOT_ID, type View } from './data';
import { createLayoutLoader } from './layouts';
import { readDocument } from './read-document';
import { runStartupTasks } from './startup';

async function start(): Promise<void> {
  const { links, otherStyles, theme, view } = readDocument();
  prepareScripts(chromeOf(view).base);
  const loadLayout = createLayoutLoader(view, otherStyles);
  await loadLayout(view);
  const index = createSiteIndex(chromeOf(view));
  const loader = createViewLoader(view, theme, links, index, loadLayout);

  const place = document.getElementById(ROOT_ID) as HTMLElement;
  const root = hydrateRoot(place, <App view={view} />);
  let shown: View = view;

  function show(next: View): void {
    shown = next;
    flushSync(() => root.render(<App view={next} />));
    // On an error React logs it to the console and removes all content.
    if (!place.hasChildNodes()) {
      throw new Error('The page could not be rendered.');
    }
  }

  /** Unknown paths need extras without user input, once the path has been resolved. */
  const firstInput =
    view.kind === 'page'
      ? waitForFirstInput()
      : import(/* webpackChunkName: "not-found" */ '../router/recover-path')
          .then(({ recoverPath }) => recoverPath(view, loader, show))
          .then(() => new Event('lost'));

  runStartupTasks([
    { name: 'router', run: () => startRouter(loader, show) },
    { name: 'menus', run: () => addEventListener('hashchange', closeMenus) },
    { name: 'navigation', run: () => firstInput.then(() => prepareNavigation(index)) },
    { name: 'search', run: () => prepareSearch(() => chromeOf(shown), index) },
    {
      name: 'extras',
      run: async () =>
        loadExtras({ firstView: view, currentView: () => shown, index, loader }, await firstInput),
    },
  ]);
}

/**
 * Loads optional features. If their script fails to load, the next user input retries, after a pause.
 * If a Run button waits for it, the visitor sees a notice.
 */
async function loadExtras(
  context: Omit<ExtrasContext, 'firstInput'>,
  firstInput: Event,
): Promise<void> {
  await waitForPage(firstInput);
  const extras = await import(/* webpackChunkName: "features" */ '../features').catch(
    () => undefined,
  );
  if (extras) {
    await extras.startExtras({ ...context, firstInput });
    return;
  }
  const retry = () => {
    setIdle();
    loadExtras(context, firstInput);
  };
  if (globalThis.earlyClicks?.some(isOnRun)) {
    setFailed(retry, () => {
      globalThis.earlyClicks = undefined;
      setIdle();
      retryLater(retry);
    });
  } else {
    retryLater(retry);
  }
}

const isOnRun = (target: EventTarget | null) => !!(target as Element).closest('.live-run');

function retryLater(retry: () => void): void {
  const controller = new AbortController();
  const end = () => {
    controller.abort();
    retry();
  };
  const { signal } = controller;
  addEventListener('click', ({ target }) => isOnRun(target) && end(), { signal });
  setTimeout(
    () => signal.aborted || waitForFirstInput().then(() => signal.aborted || end()),
    EXTRAS_RETRY_MS,
  );
}

const run = () => runStartupTasks([{ name: 'page', run: start }]);

// Cached scripts can run while the rest of the document is still loading.
if (document.readyState === 'loading') {
  addEventListener('DOMContentLoaded', run, { once: true });
} else {
  run();
}
