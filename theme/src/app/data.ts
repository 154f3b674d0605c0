import type { AssetPath } from '../../../contracts/assets.gen';
import type { Chrome as ChromeRecord, LinkedFolder, Page } from '../../../contracts/records.gen';
import type { Strings } from '../shared/strings';

export type { Page };

/** The navigation and strings around the pages of one language and section. */
export interface Chrome extends ChromeRecord {
  readonly strings: Strings;
}

export interface PageView {
  readonly kind: 'page';
  readonly page: Page;
  readonly chrome: Chrome;
}

/** The page for unknown paths, in one or more languages. */
export interface NotFoundView {
  readonly kind: 'not-found';
  readonly chromes: readonly [Chrome, ...Chrome[]];
  /** Whether it is certain that there is no page. Until then nothing is shown. */
  readonly isSettled: boolean;
}

export type View = PageView | NotFoundView;

/** The scripts of pages that a document links to, by folder. */
export type Links = Record<string, LinkedFolder>;

/** The data in a document, without the text of the page, which is read from the DOM. */
export interface DocumentData<L = Links> {
  /** Undefined on a not-found page. */
  readonly links?: L | undefined;
  /** The hash of the theme that rendered it. */
  readonly theme: string;
  /** The path of the styles of other layouts, which the document lacks. */
  readonly otherStyles: AssetPath | null;
  readonly view: (Omit<PageView, 'page'> & { readonly page: Omit<Page, 'html'> }) | NotFoundView;
}

/** Ids of headings start with a letter, so they can't be the same. */
export const ROOT_ID = '_app';
export const DATA_ID = '_data';
export const CONTENT_SELECTOR = '[data-content]';

export const chromeOf = (view: View): Chrome =>
  view.kind === 'page' ? view.chrome : view.chromes[0];

export const documentTitle = ({ page, chrome }: PageView): string =>
  page.title === chrome.title ? page.title : `${page.title} | ${chrome.title}`;
