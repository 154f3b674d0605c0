import type { Chrome, NotFoundView, PageView, View } from '../app/data';
import type { Destination, ViewLoader } from './load-view';
import { setFailed, setIdle, setLoading } from './navigation-state';
import { innerPath, withBase } from './resolve-path';
import { describeDocument } from './show-page';

/**
 * Applies the routing rules if the host has none: it sent the document for unknown paths, but the
 * path may be that of a page. Until that is certain, or the visitor dismisses the failure, nothing is
 * shown.
 */
export async function recoverPath(
  view: NotFoundView,
  loader: ViewLoader,
  show: (view: View) => void,
): Promise<void> {
  setLoading();
  try {
    const { pathname, search, hash } = location;
    const next = resolveView(view, await loader.load(pathname + search + hash));
    if (typeof next === 'string') {
      location.replace(next);
    } else {
      settle(next);
    }
  } catch {
    setFailed(
      () => location.reload(),
      () => settle(unknownIn(view)),
    );
  }

  function settle(next: View): void {
    show(next);
    describeDocument(next);
    setIdle();
  }
}

/** The view to show, or the address to go to. Throws if it isn't certain. */
function resolveView(view: NotFoundView, found: Destination): View | string {
  const { pathname, search, hash } = location;
  switch (found.kind) {
    case 'unknown':
      return unknownIn(view);
    case 'redirect':
      return found.path;
    case 'view':
      // A host may respond with 404 even for the page's own path.
      return isAt(pathname, found.view) ? found.view : pathOf(found.view) + search + hash;
    case 'document':
      throw new Error('The server has another version.');
  }
}

const unknownIn = (view: NotFoundView): NotFoundView => ({
  ...view,
  chromes: [chromeFor(location.pathname, view.chromes)],
  isSettled: true,
});

const pathOf = ({ page, chrome }: PageView): string => withBase(page.path, chrome.base);

const isAt = (pathname: string, { page, chrome }: PageView): boolean =>
  innerPath(pathname, chrome.base) === page.path;

/** The chrome of the language with the longest matching prefix. */
export function chromeFor(pathname: string, chromes: NotFoundView['chromes']): Chrome {
  const fits = ({ prefix, base }: Chrome): boolean =>
    `${pathname}/`.startsWith(withBase(prefix, base));
  return chromes
    .filter(fits)
    .reduce((best, next) => (next.prefix.length > best.prefix.length ? next : best), chromes[0]);
}
