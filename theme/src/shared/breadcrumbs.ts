import type { Chrome, Page } from '../app/data';

/** A group of the sidebar has no page of its own. */
export interface Crumb {
  readonly text: string;
  readonly path?: string | null;
}

/** Home page, section of the navigation, group of the sidebar. */
export function wayTo({ title, prefix, nav, sidebar }: Chrome, page: Page): Crumb[] {
  const way: Crumb[] = [
    { text: title, path: prefix },
    ...nav.filter(({ path }) => path && path !== prefix && page.path.startsWith(path)),
    ...sidebar.filter(({ items }) => items.some(({ path }) => path === page.path)),
  ];
  // A group with the name of its section is redundant.
  return way.filter(({ text, path }, index) => path !== page.path && text !== way[index - 1]?.text);
}

/** The same, with the page itself at the end. */
export const breadcrumbsOf = (chrome: Chrome, page: Page): Crumb[] => [
  ...wayTo(chrome, page),
  { text: page.path === chrome.prefix ? chrome.title : page.title, path: page.path },
];
