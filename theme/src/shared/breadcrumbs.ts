import type { Chrome, Page } from '../app/data';

/** The path is undefined for a group of the sidebar, which isn't a page. */
export interface Crumb {
  readonly text: string;
  readonly path?: string | null;
}

/** The home page, the section of the navigation and the group of the sidebar. */
export function ancestorsOf({ title, prefix, nav, sidebar }: Chrome, page: Page): Crumb[] {
  const crumbs: Crumb[] = [
    { text: title, path: prefix },
    ...nav.filter(({ path }) => path && path !== prefix && page.path.startsWith(path)),
    ...sidebar.filter(({ items }) => items.some(({ path }) => path === page.path)),
  ];
  // A group with the name of its section is redundant.
  return crumbs.filter(
    ({ text, path }, index) => path !== page.path && text !== crumbs[index - 1]?.text,
  );
}

/** The same, with the page itself at the end. */
export const breadcrumbsOf = (chrome: Chrome, page: Page): Crumb[] => [
  ...ancestorsOf(chrome, page),
  { text: page.path === chrome.prefix ? chrome.title : page.title, path: page.path },
];
