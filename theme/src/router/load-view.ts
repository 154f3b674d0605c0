import type { BuildRecord, FolderTable, PageFile } from '../../../contracts/records.gen';
import { chromeOf, type PageView, type View } from '../app/data';
import { isTimeout } from './failures';
import { loadPageScript } from './load-page';
import { innerPath, resolvePath, splitAddress } from './resolve-path';
import { knownPaths, type SiteIndex } from './site-index';

/** What a navigation comes to. */
export type Destination =
  | { readonly kind: 'view'; readonly view: PageView }
  | { readonly kind: 'redirect'; readonly path: string }
  /** It is certain that there is no such page. */
  | { readonly kind: 'unknown' }
  /** Only the server can tell: it has a newer theme, or something failed, for this reason. */
  | { readonly kind: 'document'; readonly reason?: unknown };

export interface ViewLoader {
  /** What a path with query and hash leads to. Fails only when the server keeps silent. */
  load(address: string): Promise<Destination>;
  /** A page that this document has loaded before under this path. */
  recall(path: string): PageView | undefined;
}

/** `theme` is the one that this document runs on. */
export function createViewLoader(first: View, theme: string, index: SiteIndex): ViewLoader {
  const { base } = chromeOf(first);
  const views = new Map<string, PageView>();
  if (first.kind === 'page') {
    views.set(first.page.path, first);
    views.set(innerPath(location.pathname, base), first);
  }

  async function loadPage(path: string, file: PageFile, chrome: string): Promise<PageView> {
    const known = views.get(path)?.page;
    const [page, around] = await Promise.all([
      known?.hash === file.hash ? known : loadPageScript(file),
      index.loadChrome(chrome),
    ]);
    const view: PageView = { kind: 'page', page, chrome: around };
    views.set(path, view);
    return view;
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
    const found = resolution.outcome === 'page' && findPage(tables, path);
    return found
      ? { kind: 'view', view: await loadPage(path, found.file, found.chrome) }
      : { kind: 'unknown' };
  }

  /** Something did not come. Perhaps the site was deployed anew since the record `old`. */
  async function recover(
    reason: unknown,
    address: string,
    old: BuildRecord | undefined,
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
    return isNewer ? loadFrom(build, address).catch(() => failed) : failed;
  }

  async function loadOrRecover(address: string): Promise<Destination> {
    let build: BuildRecord | undefined;
    try {
      build = await index.loadBuild();
      return await loadFrom(build, address);
    } catch (error) {
      return recover(error, address, build);
    }
  }

  return {
    async load(address) {
      const destination = await loadOrRecover(address);
      if (destination.kind === 'view') {
        // A page may answer to more than its own path.
        views.set(innerPath(splitAddress(address)[0], base), destination.view);
      }
      return destination;
    },
    recall: (path) => views.get(innerPath(path, base)),
  };
}

function findPage(
  tables: readonly FolderTable[],
  path: string,
): { file: PageFile; chrome: string } | undefined {
  for (const { pages, chrome } of tables) {
    const file = Object.hasOwn(pages, path) ? pages[path] : undefined;
    if (file) {
      return { file, chrome };
    }
  }
  return undefined;
}
