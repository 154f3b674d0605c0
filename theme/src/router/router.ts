import type { PageView } from '../app/data';
import { canNavigate } from './arrivals';
import type { ViewLoader } from './load-view';
import { startNavigationRouter } from './navigation-router';

/**
 * Navigates between pages without loading documents. `render` shows a page synchronously, and throws
 * if it can't. Browsers without the Navigation API load another script first; until then, links load
 * documents.
 */
export async function startRouter(
  loader: ViewLoader,
  render: (view: PageView) => void,
): Promise<void> {
  if (canNavigate()) {
    startNavigationRouter(loader, render);
  } else {
    const { startHistoryRouter } = await import(
      /* webpackChunkName: "history-router" */ './history-router'
    );
    startHistoryRouter(loader, render);
  }
  window.onpopstate = null; // set by the inline script
}
