import type { BuildRecord, PageFile } from '../../../contracts/records.gen';
import { chromeOf, type Links, type PageView, type View } from '../app/data';
import { isTimeout } from './failures';
import { loadPageScript } from './load-page';
import { folderOf, innerPath, resolvePath, splitAddress } from './resolve-path';
import { findTable, knownPaths, type SiteIndex } from './site-index';

/** The result of resolving an address. */
export type Destination =
  | { readonly kind: 'view'; readonly view: PageView }
  | { readonly kind: 'redirect'; readonly path: string }
  /** It is certain that there is no such page. */
  | { readonly kind: 'unknown' }
  /** A document has to be loaded: the server has a newer theme, or loading failed for this reason. */
  | { readonly kind: 'document'; readonly reason?: unknown };

export interface ViewLoader {
  /** Resolves a path with query and hash. Rejects only if the server doesn't respond in time. */
  load(address: string): Promise<Destination>;
  /** A page that this document has loaded before under this path. */
  recall(path: string): PageView | undefined;
}

/**
 * `theme` is the hash of the theme that this document runs on. `links` may be outdated; the loader
 * removes those that a build has contradicted. `loadLayout` loads the layout of a page, and fails like
 * the script of a page.
 */
export function createViewLoader(
  first: View,
  theme: string,
  links: Links,
  index: SiteIndex,
  loadLayout: (view: View) => Promise<void>,
): ViewLoader {
  const { base } = chromeOf(first);
  const views = new Map<string, PageView>();
  if (first.kind === 'page') {
    views.set(first.page.path, first);
    views.set(innerPath(location.pathname, base), first);
  }

  const loadPage: LoadPage = async (path, script, chrome) => {
    const view = await loadView(index, script, chrome, views.get(path));
    await loadLayout(view);
    return view;
  };

  async function loadFrom(build: BuildRecord, address: string): Promise<Destination> {
    const tables = await index.loadTables(address, build);
    const resolution = resolvePath(address, knownPaths(tables), base);
    if (resolution.outcome === 'redirect') {
      return { kind: 'redirect', path: resolution.path };
    }
    const path = pathOf(resolution.path, base);
    const table = resolution.outcome === 'page' && findTable(tables, path);
    if (!table) {
      return { kind: 'unknown' };
    }
    const { number, hash } = table.pages[path] as PageFile;
    const view = await loadPage(path, `${number}.${hash}`, table.chrome);
    views.set(path, view);
    return { kind: 'view', view };
  }

  return {
    async load(address) {
      const path = pathOf(address, base);
      const confirm = address.startsWith(base) ? loadLinked(path, links, loadPage) : undefined;
      const destination = await loadOrRecover(index, async (build) => {
        if (build.theme !== theme) {
          return { kind: 'document' };
        }
        const linked = await confirm?.(build);
        return linked ? { kind: 'view', view: linked } : loadFrom(build, address);
      });
      if (destination.kind === 'view') {
        views.set(path, destination.view); // a page can have more than one path
      }
      return destination;
    },
    recall: (path) => views.get(innerPath(path, base)),
  };
}

type LoadPage = (path: string, script: string, chrome: string) => Promise<PageView>;

/** Resolves to a page if a build confirms the link to it. */
type ConfirmLink = (build: BuildRecord) => Promise<PageView | undefined>;

const pathOf = (address: string, base: string): string => innerPath(splitAddress(address)[0], base);

async function loadView(
  index: SiteIndex,
  script: string,
  chromeId: string,
  known: PageView | undefined,
): Promise<PageView> {
  const [page, chrome] = await Promise.all([
    known && script.endsWith(known.page.hash) ? known.page : loadPageScript(script),
    index.loadChrome(chromeId),
  ]);
  return { kind: 'page', page, chrome };
}

/** Loads a page that the document links to, before it is certain that the link is current. */
function loadLinked(path: string, links: Links, loadPage: LoadPage): ConfirmLink | undefined {
  const name = folderOf(path);
  const folder = links[name];
  const script = folder?.pages[path];
  if (!script) {
    return;
  }
  const loading = loadPage(path, script, folder.chrome);
  loading.catch(() => {}); // matters only if the link is current
  return async ({ folders }) => {
    if (folders[name] === folder.table) {
      return loading;
    }
    delete links[name];
  };
}

type LoadFrom = (build: BuildRecord) => Promise<Destination>;

async function loadOrRecover(index: SiteIndex, loadFrom: LoadFrom): Promise<Destination> {
  let build: BuildRecord | undefined;
  try {
    build = await index.loadBuild();
    return await loadFrom(build);
  } catch (error) {
    return recover(error, build, index, loadFrom);
  }
}

/** Tries again if the site has been deployed since the record `old`. */
async function recover(
  reason: unknown,
  old: BuildRecord | undefined,
  index: SiteIndex,
  loadFrom: LoadFrom,
): Promise<Destination> {
  const failed: Destination = { kind: 'document', reason };
  if (isTimeout(reason)) {
    throw reason;
  }
  if (!old) {
    return failed;
  }
  const build = await index.loadBuild({ isFresh: true }).catch((error) => {
    if (isTimeout(error)) {
      throw reason;
    }
  });
  const isNewer = build && JSON.stringify(build) !== JSON.stringify(old);
  return isNewer ? loadFrom(build).catch(() => failed) : failed;
}
