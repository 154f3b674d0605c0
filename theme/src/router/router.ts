import type { PageView } from '../app/data';
import { canNavigate } from './arrivals';
import { startHistoryRouter } from './history-router';
import type { ViewLoader } from './load-view';
import { startNavigationRouter } from './navigation-router';

/**
 * Navigates between pages without loading documents. `render` shows a page synchronously, and throws
 * if it can't.
 */
export function startRouter(loader: ViewLoader, render: (view: PageView) => void): void {
  (canNavigate() ? startNavigationRouter : startHistoryRouter)(loader, render);
  window.onpopstate = null; // set by the inline script
}
