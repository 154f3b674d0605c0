import type { PageView } from '../app/data';
import { canNavigate } from './arrivals';
import { startHistoryRouter } from './history-router';
import type { ViewLoader } from './load-view';
import { startNavigationRouter } from './navigation-router';

/**
 * Shows pages in place of documents. `render` puts one on the screen before it returns, and fails
 * when it cannot.
 */
export function startRouter(loader: ViewLoader, render: (view: PageView) => void): void {
  (canNavigate() ? startNavigationRouter : startHistoryRouter)(loader, render);
  window.onpopstate = null; // the inline script need no longer watch
}
