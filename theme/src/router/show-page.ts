import { chromeOf, documentTitle, type PageView, type View } from '../app/data';

/** The target of a navigation on its page. */
export interface Place {
  readonly hash: string;
  scroll(): void;
}

/** Renders a page, scrolls and moves the focus. Returns whether it worked. */
export async function showPage(
  view: PageView,
  place: Place,
  render: (view: PageView) => void,
): Promise<boolean> {
  try {
    closeMenus();
    // Removing an element with focus would cause a layout in the middle of rendering.
    (document.activeElement as HTMLElement | null)?.blur();
    render(view);
    describeDocument(view);
    await null; // the inline script has now selected tabs, which can change the layout
    place.scroll();
    // Screen readers announce a focused heading, and the keyboard continues from there.
    headingFor(place.hash)?.focus({ preventScroll: true });
    return true;
  } catch (error) {
    console.error(error);
    return false;
  }
}

/** Scrolls as browsers do for a new document. */
export function scrollToHeading(hash: string): void {
  scrollTo(0, 0);
  targetOf(hash)?.scrollIntoView();
}

/** Updates the title, the language and the direction of the document. */
export function describeDocument(view: View): void {
  const { locale, dir, strings } = chromeOf(view);
  document.title = view.kind === 'page' ? documentTitle(view) : strings.notFound;
  Object.assign(document.documentElement, { lang: locale, dir });
}

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
