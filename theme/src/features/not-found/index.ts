import type { BuildRecord, FolderTable } from '../../../../contracts/records.gen';
import type { Chrome } from '../../app/data';
import { innerPath, withBase } from '../../router/resolve-path';
import type { SiteIndex } from '../../router/site-index';
import { adoptStyles } from '../../shared/adopt-styles';
import { loadStrings } from '../../shared/strings';
import { type Candidate, distanceBetween, findNearest } from './nearest';
import styles from './not-found.lazy.css';

/** A large site has many folders, so only those with the most similar names are searched. */
const MOST_FOLDERS = 8;

/** Suggests pages for an unknown path, and the search. */
export async function helpLostReader(chrome: Chrome, index: SiteIndex): Promise<void> {
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
  const pages = findNearest(asked, candidates, chrome.prefix);
  if (pages.length > 0) {
    suggest(describe(pages, strings.nearestPages, chrome.base));
  }
}

/** Puts something below the text. Its place is there before it, so that screen readers say it. */
function suggest(elements: readonly Element[]): void {
  const place = document.createElement('div');
  place.role = 'status';
  document.querySelector('main section > p')?.after(place);
  requestAnimationFrame(() => place.append(...elements));
}

function createSearchButton({ strings }: Chrome): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'lost-search';
  button.textContent = strings.search;
  // Not by its module: what two scripts share costs every first load a little.
  button.onclick = () => document.querySelector<HTMLElement>('.search-button')?.click();
  return button;
}

/** The pages in the reader's language, from the folders nearest to the one that was asked for. */
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
  // One that does not come leaves the others.
  const answers = await Promise.allSettled(loads);
  const tables = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  return candidatesIn([...new Set(tables)]);
}

/** Those of the language, and of no other whose prefix is longer. */
function foldersOf({ folders }: BuildRecord, { prefix, languages }: Chrome): string[] {
  const others = languages.map((language) => language.prefix);
  const isForeign = (folder: string): boolean =>
    others.some((other) => other.length > prefix.length && folder.startsWith(other));
  return Object.keys(folders).filter((folder) => folder.startsWith(prefix) && !isForeign(folder));
}

function candidatesIn(tables: readonly FolderTable[]): Candidate[] {
  const redirects = tables.flatMap((table) => Object.entries(table.redirects));
  const pages = tables.flatMap((table) => Object.entries(table.pages));
  return pages.map(([path, { title }]) => ({
    path,
    title,
    formerly: redirects.filter(([, target]) => target === path).map(([old]) => old),
  }));
}

function describe(pages: readonly Candidate[], heading: string, base: string): Element[] {
  const title = document.createElement('p');
  title.textContent = heading;
  const list = document.createElement('ul');
  list.className = 'nearest';
  for (const page of pages) {
    const link = document.createElement('a');
    link.href = withBase(page.path, base);
    link.textContent = page.title;
    const path = document.createElement('small');
    path.textContent = withBase(page.path, base);
    const item = document.createElement('li');
    item.append(link, ' ', path);
    list.append(item);
  }
  return [title, list];
}
