import type { Chrome, Page } from '../app/data';

/** A step on the way to a page. A group of the sidebar has no page of its own. */
export interface Crumb {
  readonly text: string;
  readonly path?: string | null;
}

/** The way to a page from the home page: section of the navigation, group of the sidebar. */
export function wayTo({ title, prefix, nav, sidebar }: Chrome, page: Page): Crumb[] {
  const way: Crumb[] = [
    { text: title, path: prefix },
    ...nav.filter(({ path }) => path && path !== prefix && page.path.startsWith(path)),
    ...sidebar.filter(({ items }) => items.some(({ path }) => path === page.path)),
  ];
  // A group that is named as its section says nothing new.
  return way.filter(({ text, path }, index) => path !== page.path && text !== way[index - 1]?.text);
}

/** The same with the page itself as its end. */
export const breadcrumbsOf = (chrome: Chrome, page: Page): Crumb[] => [
  ...wayTo(chrome, page),
  { text: page.path === chrome.prefix ? chrome.title : page.title, path: page.path },
];
