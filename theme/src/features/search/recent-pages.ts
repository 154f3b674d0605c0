import type { PageLink } from '../../../../contracts/records.gen';
import type { Chrome, View } from '../../app/data';
import { onArrival } from '../../router/arrivals';
import type { ExtrasContext } from '../../shared/context';

const MOST = 5;

interface RecentPage extends PageLink {
  readonly locale: string;
}

let pages: readonly RecentPage[] = [];

/** Records the pages that this tab has shown, in memory. */
export function startRecentPages({ firstView, currentView }: ExtrasContext): void {
  notePage(firstView);
  notePage(currentView());
  onArrival(() => notePage(currentView()));
}

function notePage(view: View): void {
  if (view.kind === 'page') {
    const { title, path, locale } = view.page;
    const others = pages.filter((page) => page.path !== path);
    // One more than shown, because the current page isn't offered.
    pages = [{ text: title, path, locale }, ...others].slice(0, MOST + 1);
  }
}

/** Recent pages in the language of the current page, which is left out. */
export const recentPages = ({ locale, base }: Chrome): readonly PageLink[] =>
  pages
    .filter((page) => page.locale === locale && base + page.path.slice(1) !== location.pathname)
    .slice(0, MOST);
