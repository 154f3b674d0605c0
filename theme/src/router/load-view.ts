import type { BuildRecord, FolderTable, PageFile } from '../../../contracts/records.gen';
import { chromeOf, type PageView, type View } from '../app/data';
import { isTimeout } from './failures';
import { loadPageScript } from './load-page';
import { innerPath, resolvePath, splitAddress } from './resolve-path';
import { findTable, knownPaths, type SiteIndex } from './site-index';

/** The result of resolving an address. */
export type Destination =
  | { readonly kind: 'view'; readonly view: PageView }
  | { readonly kind: 'redirect'; readonly path: string }
  /** It is certain that there is no such page. */
  | { readonly kind: 'unknown' }
  /** Only the server knows: it has a newer theme, or something failed, for this reason. */
  | { readonly kind: 'document'; readonly reason?: unknown };

export interface ViewLoader {
  /** Resolves a path with query and hash. Rejects only if the server doesn't respond in time. */
  load(address: string): Promise<Destination>;
  /** A page that this document has loaded before under this path. */
  recall(path: string): PageView | undefined;
}

/**
 * `theme` is the hash of the theme that this document runs on. `loadLayout` loads what a page needs
 * to be rendered, and fails like the script of a page.
 */
export function createViewLoader(
  first: View,
  theme: string,
  index: SiteIndex,
  loadLayout: (view: View) => Promise<void>,
): ViewLoader {
  const { base } = chromeOf(first);
  const views = new Map<string, PageView>();
  if (first.kind === 'page') {
    views.set(first.page.path, first);
    views.set(innerPath(location.pathname, base), first);
  }

  async function loadFrom(build: BuildRecord, address: string): Promise<Destination> {
    if (build.theme !== theme) {
      return { kind: 'document' };
    }
    const tables = await index.loadTables(address, build);
    const resolution = resolvePath(address, knownPaths(tables), base);
    if (resolution.outcome === 'redirect') {
      return { kind: 'redirect', path: resolution.path };
    }
    const path = innerPath(splitAddress(resolution.path)[0], base);
    const table = resolution.outcome === 'page' && findTable(tables, path);
    if (!table) {
      return { kind: 'unknown' };
    }
    const view = await loadPage(table, path, index, views.get(path));
    await loadLayout(view);
    views.set(path, view);
    return { kind: 'view', view };
  }

  return {
    async load(address) {
      const destination = await loadOrRecover(index, (build) => loadFrom(build, address));
      if (destination.kind === 'view') {
        // A page can have more than one path.
        views.set(innerPath(splitAddress(address)[0], base), destination.view);
      }
      return destination;
    },
    recall: (path) => views.get(innerPath(path, base)),
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

async function loadPage(
  table: FolderTable,
  path: string,
  index: SiteIndex,
  known: PageView | undefined,
): Promise<PageView> {
  const file = table.pages[path] as PageFile;
  const [page, chrome] = await Promise.all([
    known?.page.hash === file.hash ? known.page : loadPageScript(file),
    index.loadChrome(table.chrome),
  ]);
  return { kind: 'page', page, chrome };
}
