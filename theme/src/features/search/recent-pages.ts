import type { PageLink } from '../../../../contracts/records.gen';
import type { Chrome, View } from '../../app/data';
import { onArrival } from '../../router/arrivals';
import type { ExtrasContext } from '../../shared/context';

const MOST = 5;

interface RecentPage extends PageLink {
  readonly locale: string;
}

let pages: readonly RecentPage[] = [];

/** Notes which pages this tab has shown, the last one first. It forgets them when it is closed. */
export function startRecentPages({ currentView }: ExtrasContext): void {
  notePage(currentView());
  onArrival(() => notePage(currentView()));
}

function notePage(view: View): void {
  if (view.kind === 'page') {
    const { title, path, locale } = view.page;
    const others = pages.filter((page) => page.path !== path);
    // One more than is shown: the page on the screen is none to go back to.
    pages = [{ text: title, path, locale }, ...others].slice(0, MOST + 1);
  }
}

/** Those that a reader may want to go back to, in the language of the page on the screen. */
export const recentPages = ({ locale, base }: Chrome): readonly PageLink[] =>
  pages
    .filter((page) => page.locale === locale && base + page.path.slice(1) !== location.pathname)
    .slice(0, MOST);
