import { chromeOf, documentTitle, type PageView, type View } from '../data';

/** Puts a page on the screen and takes the reader to it. */
export async function showPage(
  view: PageView,
  event: NavigateEvent,
  render: (view: PageView) => void,
): Promise<void> {
  closeMenus();
  render(view);
  describeDocument(view);
  await null; // the inline script has now shown the chosen tabs: nothing moves any more
  event.scroll();
  // A focused heading is announced by screen readers, and the keyboard goes on from there.
  headingFor(new URL(event.destination.url).hash)?.focus({ preventScroll: true });
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

function headingFor(hash: string): HTMLElement | null {
  const target = hash ? document.getElementById(decodeHash(hash)) : null;
  return target ?? document.querySelector('h1');
}

function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}
