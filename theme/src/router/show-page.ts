import { chromeOf, documentTitle, type PageView, type View } from '../app/data';

/** The place on a page that a navigation leads to. */
export interface Place {
  readonly hash: string;
  scroll(): void;
}

/** Puts a page on the screen and takes the reader to it. */
export async function showPage(
  view: PageView,
  place: Place,
  render: (view: PageView) => void,
): Promise<void> {
  closeMenus();
  render(view);
  describeDocument(view);
  await null; // the inline script has now shown the chosen tabs: nothing moves any more
  place.scroll();
  // A focused heading is announced by screen readers, and the keyboard goes on from there.
  headingFor(place.hash)?.focus({ preventScroll: true });
}

/** The same, and whether it worked. */
export async function tryToShow(...[view, place, render]: Parameters<typeof showPage>) {
  try {
    await showPage(view, place, render);
    return true;
  } catch (error) {
    console.error(error);
    return false;
  }
}

/** What browsers do for a new document. */
export function scrollToHeading(hash: string): void {
  scrollTo(0, 0);
  targetOf(hash)?.scrollIntoView();
}

/** What a document says of itself outside of what is rendered. */
export function describeDocument(view: View): void {
  const { locale, strings } = chromeOf(view);
  document.title = view.kind === 'page' ? documentTitle(view) : strings.notFound;
  document.documentElement.lang = locale;
}

/** The drawer and menus belong to the place that the reader has left. */
export function closeMenus(): void {
  for (const menu of document.querySelectorAll<HTMLElement>(':popover-open')) {
    menu.hidePopover();
  }
}

const targetOf = (hash: string): HTMLElement | null =>
  hash ? document.getElementById(decodeHash(hash)) : null;

const headingFor = (hash: string): HTMLElement | null =>
  targetOf(hash) ?? document.querySelector('h1');

function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}
