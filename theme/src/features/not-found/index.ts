import type { AssetUrl } from '../../../../contracts/assets.gen';
import type { BuildRecord, FolderHeadings, FolderTable } from '../../../../contracts/records.gen';
import type { Chrome } from '../../app/data';
import { fetchJson } from '../../router/ask-server';
import { innerPath, withBase } from '../../router/resolve-path';
import type { SiteIndex } from '../../router/site-index';
import { adoptStyles } from '../../shared/adopt-styles';
import { CHUNK_TIMEOUT_MS } from '../../shared/constants';
import { createElement } from '../../shared/create-element';
import { loadStrings } from '../../shared/strings';
import { type Candidate, distanceBetween, findNearest, type Suggestion } from './nearest';
import styles from './not-found.lazy.css';

/** A large site has many folders, so only those with the most similar names are searched. */
const MOST_FOLDERS = 8;

/** Suggests pages and headings for an unknown path, and the search. */
export async function suggestPages(chrome: Chrome, index: SiteIndex): Promise<void> {
  adoptStyles(styles);
  const build = await index.loadBuild();
  if (build.search) {
    document.querySelector('main .button')?.after(createSearchButton(chrome));
  }
  const asked = innerPath(location.pathname, chrome.base);
  const [strings, candidates] = await Promise.all([
    loadStrings(chrome),
    loadCandidates(asked, chrome, build, index),
  ]);
  const found = findNearest(asked, candidates, chrome.prefix);
  if (found.length > 0) {
    suggest(describe(found, strings.nearestPages, chrome.base));
  }
}

/** The live region is added first, so that screen readers announce its content. */
function suggest(elements: readonly Element[]): void {
  const place = document.createElement('div');
  place.role = 'status';
  document.querySelector('main section > p')?.after(place);
  requestAnimationFrame(() => place.append(...elements));
}

const createSearchButton = ({ strings }: Chrome): HTMLButtonElement =>
  createElement('button', {
    type: 'button',
    className: 'lost-search',
    textContent: strings.search,
    // Not an import: modules that two scripts share add to the first load.
    onclick: () => document.querySelector<HTMLElement>('.search-button')?.click(),
  });

/** Pages in the language of the path, from the folders with the most similar names. */
async function loadCandidates(
  asked: string,
  chrome: Chrome,
  build: BuildRecord,
  index: SiteIndex,
): Promise<Candidate[]> {
  const folders = foldersOf(build, chrome)
    .map((folder) => ({ folder, distance: distanceBetween(folder, asked) }))
    .sort((one, other) => one.distance - other.distance)
    .slice(0, MOST_FOLDERS);
  const loads = folders.map(({ folder }) => index.loadTables(withBase(folder, chrome.base), build));
  const answers = await Promise.allSettled(loads);
  const tables = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const known = [...new Set(tables)];
  return candidatesIn(known, await loadHeadings(known, chrome.base));
}

/** By path. Without a file its pages are still suggested. */
async function loadHeadings(
  tables: readonly FolderTable[],
  base: string,
): Promise<FolderHeadings['pages']> {
  const loads = tables.map(({ headings }) => {
    const address: AssetUrl = `${base}assets/headings/${headings}.json`;
    return headings ? fetchJson<FolderHeadings>(address, CHUNK_TIMEOUT_MS) : { pages: {} };
  });
  const answers = await Promise.allSettled(loads);
  return Object.assign(
    {},
    ...answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.pages : {})),
  );
}

/** The folders of a language, without those of languages with a longer prefix. */
function foldersOf({ folders }: BuildRecord, { prefix, languages }: Chrome): string[] {
  const others = languages.map((language) => language.prefix);
  const isForeign = (folder: string): boolean =>
    others.some((other) => other.length > prefix.length && folder.startsWith(other));
  return Object.keys(folders).filter((folder) => folder.startsWith(prefix) && !isForeign(folder));
}

function candidatesIn(
  tables: readonly FolderTable[],
  headings: FolderHeadings['pages'],
): Candidate[] {
  const redirects = tables.flatMap((table) => Object.entries(table.redirects));
  const pages = tables.flatMap((table) => Object.entries(table.pages));
  return pages.map(([path, { title }]) => ({
    path,
    title,
    formerly: redirects.filter(([, target]) => target === path).map(([old]) => old),
    headings: headings[path] ?? [],
  }));
}

function describe(found: readonly Suggestion[], heading: string, base: string): Element[] {
  const items = found.map(({ path, title, page }) => {
    const href = withBase(path, base);
    const link = createElement('a', { href, textContent: page ? `${title} · ${page}` : title });
    return createElement('li', {}, link, ' ', createElement('small', { textContent: href }));
  });
  return [
    createElement('p', { textContent: heading }),
    createElement('ul', { className: 'nearest' }, ...items),
  ];
}
