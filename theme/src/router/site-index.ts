import type { AssetPath, AssetUrl } from '../../../contracts/assets.gen';
import type { BuildRecord, FolderTable } from '../../../contracts/records.gen';
import type { Chrome } from '../app/data';
import { cached } from '../shared/cached';
import { CHUNK_TIMEOUT_MS, RECHECK_INTERVAL_MS, RECHECK_TIMEOUT_MS } from '../shared/constants';
import { fetchJson } from './ask-server';
import { candidatesFor, folderOf, innerPath, type KnownPaths, splitAddress } from './resolve-path';

/** The current build on the server, fetched when the first navigation seems likely. */
export interface SiteIndex {
  /** Fetches the record again if the last one is old, or if `isFresh` asks for it. */
  loadBuild(options?: { readonly isFresh: boolean }): Promise<BuildRecord>;
  /** The tables of the folders in which a path can be. */
  loadTables(address: string, build: BuildRecord): Promise<FolderTable[]>;
  loadChrome(id: string): Promise<Chrome>;
}

export function createSiteIndex(first: Chrome): SiteIndex {
  const { base } = first;
  const files = new Map<string, Promise<unknown>>([[chromeFile(first.id), Promise.resolve(first)]]);

  // The names contain a hash, so a file never changes.
  const loadFile = <T>(path: AssetPath): Promise<T> =>
    cached(files, path, () => fetchJson<T>((base + path) as AssetUrl, CHUNK_TIMEOUT_MS));

  return {
    loadBuild: createBuildLoader(base),
    async loadTables(address, { folders }) {
      const inner = innerPath(splitAddress(address)[0], base);
      const load = (folder: string): Promise<FolderTable>[] =>
        folders[folder] ? [loadFile(`assets/routes/${folders[folder]}.json`)] : [];
      const own = await Promise.all(load(folderOf(inner)));
      if (findTable(own, inner)) {
        return own; // an exact match, in nearly all cases
      }
      const others = new Set(candidatesFor(inner).map(folderOf));
      others.delete(folderOf(inner));
      return [...own, ...(await Promise.all([...others].flatMap(load)))];
    },
    async loadChrome(id) {
      const chrome = await loadFile<Chrome>(chromeFile(id));
      if (chrome.id !== id) {
        throw new Error(`${chromeFile(id)} does not match its name.`);
      }
      return chrome;
    },
  };
}

function createBuildLoader(base: string): SiteIndex['loadBuild'] {
  let build: BuildRecord | undefined;
  let pending: Promise<BuildRecord> | undefined;
  let askedAt = 0;

  /** Concurrent callers share one request. */
  function fetchBuild(timeout: number): Promise<BuildRecord> {
    // Wall-clock time, because it also passes while the computer sleeps.
    askedAt = Date.now();
    pending ??= fetchJson<BuildRecord>(`${base}build.json`, timeout, 'no-store').finally(() => {
      pending = undefined;
    });
    return pending;
  }

  return async ({ isFresh } = { isFresh: false }) => {
    const isOld = Date.now() - askedAt > RECHECK_INTERVAL_MS;
    if (build && !isFresh && !isOld) {
      return build;
    }
    try {
      build = await fetchBuild(build && !isFresh ? RECHECK_TIMEOUT_MS : CHUNK_TIMEOUT_MS);
    } catch (error) {
      // An old record may still be correct. If it isn't, loading the page's script fails.
      if (!build || isFresh) {
        throw error;
      }
    }
    return build;
  };
}

const chromeFile = (id: string): AssetPath => `assets/chrome/${id}.json`;

/** The table that contains a page. */
export const findTable = (tables: readonly FolderTable[], path: string): FolderTable | undefined =>
  tables.find(({ pages }) => Object.hasOwn(pages, path));

export const knownPaths = (tables: readonly FolderTable[]): KnownPaths => ({
  hasPage: (path) => findTable(tables, path) !== undefined,
  redirectOf: (path) =>
    tables.find(({ redirects }) => Object.hasOwn(redirects, path))?.redirects[path],
});
