import { flushSync } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';
import './styles';
import { App } from './app';
import { chromeOf, ROOT_ID, type View } from './data';
import { readDocument } from './read-document';
import { watchFirstSign } from './router/first-sign';
import { preparePageScripts } from './router/load-page';
import { createViewLoader } from './router/load-view';
import { recoverPath } from './router/recover-path';
import { canNavigate, startRouter } from './router/router';
import { closeMenus } from './router/show-page';
import { createSiteIndex } from './router/site-index';
import { runStartupTasks } from './startup';

const { theme, view } = readDocument();
const { base } = chromeOf(view);
const index = createSiteIndex(chromeOf(view));
const loader = createViewLoader(view, theme, index);

const place = document.getElementById(ROOT_ID) as HTMLElement;
const root = hydrateRoot(place, <App view={view} />);

function show(next: View): void {
  flushSync(() => root.render(<App view={next} />));
  // React has put the reason into the console, and empties the place.
  if (!place.hasChildNodes()) {
    throw new Error('The page could not be rendered.');
  }
}

runStartupTasks([
  { name: 'page scripts', run: () => preparePageScripts(base) },
  { name: 'router', run: () => canNavigate() && startRouter(loader, show) },
  { name: 'menus', run: () => addEventListener('hashchange', closeMenus) },
  { name: 'first sign', run: () => canNavigate() && watchFirstSign(index) },
  { name: 'unknown path', run: () => view.kind === 'not-found' && recoverPath(view, loader, show) },
]);
