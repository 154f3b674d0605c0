import type { Chrome as ChromeRecord, Page } from '../../../contracts/records.gen';
import type { Strings } from '../shared/strings';

export type { Page };

/** What surrounds the pages of one language and section. */
export interface Chrome extends ChromeRecord {
  readonly strings: Strings;
}

/** A page with what stands around it. */
export interface PageView {
  readonly kind: 'page';
  readonly page: Page;
  readonly chrome: Chrome;
}

/** The page for unknown paths, in the languages it speaks. */
export interface NotFoundView {
  readonly kind: 'not-found';
  readonly chromes: readonly [Chrome, ...Chrome[]];
  /** Whether it is certain that there is no page. Until then, a document says nothing. */
  readonly isSettled: boolean;
}

export type View = PageView | NotFoundView;

/** What a document says about itself. The text of the page is in the document already. */
export interface DocumentData {
  /** The theme it was made with. */
  readonly theme: string;
  readonly view: (Omit<PageView, 'page'> & { readonly page: Omit<Page, 'html'> }) | NotFoundView;
}

/** No heading can have these ids: theirs begin with a letter. */
export const ROOT_ID = '_app';
export const DATA_ID = '_data';
export const CONTENT_SELECTOR = '[data-content]';

export const chromeOf = (view: View): Chrome =>
  view.kind === 'page' ? view.chrome : view.chromes[0];

/** What the tab of the browser says. */
export const documentTitle = ({ page, chrome }: PageView): string =>
  page.title === chrome.title ? page.title : `${page.title} | ${chrome.title}`;
