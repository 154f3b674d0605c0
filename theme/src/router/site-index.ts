import type { AssetPath, AssetUrl } from '../../../contracts/assets.gen';
import type { BuildRecord, Chrome, FolderTable } from '../../../contracts/records.gen';
import { CHUNK_TIMEOUT_MS, RECHECK_INTERVAL_MS, RECHECK_TIMEOUT_MS } from '../shared/constants';
import { fetchJson } from './ask-server';
import { candidatesFor, folderOf, innerPath, type KnownPaths, splitAddress } from './resolve-path';

/** What stands on the server: fetched when a reader first seems about to go somewhere. */
export interface SiteIndex {
  /** What is on the server now. Asks again when the last answer is old, or when told to. */
  loadBuild(options?: { readonly isFresh: boolean }): Promise<BuildRecord>;
  /** The tables of the folders in which a path can be. */
  loadTables(address: string, build: BuildRecord): Promise<FolderTable[]>;
  loadChrome(id: string): Promise<Chrome>;
}

export function createSiteIndex(first: Chrome): SiteIndex {
  const { base } = first;
  const files = new Map<string, Promise<unknown>>([[chromeFile(first.id), Promise.resolve(first)]]);
  let build: BuildRecord | undefined;
  let asking: Promise<BuildRecord> | undefined;
  let askedAt = 0;

  /** A hashed file never changes, so one answer is enough; a failure is no answer. */
  function loadFile<T>(path: AssetPath): Promise<T> {
    const known = files.get(path);
    if (known) {
      return known as Promise<T>;
    }
    const file = fetchJson<T>((base + path) as AssetUrl, CHUNK_TIMEOUT_MS);
    files.set(path, file);
    file.catch(() => files.delete(path));
    return file;
  }

  /** One question at a time, however many wait for the answer. */
  function askForBuild(timeout: number): Promise<BuildRecord> {
    // Time goes on while a computer sleeps, so this is the clock on the wall.
    askedAt = Date.now();
    asking ??= fetchJson<BuildRecord>(`${base}build.json`, timeout, 'no-store').finally(() => {
      asking = undefined;
    });
    return asking;
  }

  return {
    async loadBuild({ isFresh } = { isFresh: false }) {
      const isOld = Date.now() - askedAt > RECHECK_INTERVAL_MS;
      if (build && !isFresh && !isOld) {
        return build;
      }
      try {
        build = await askForBuild(build && !isFresh ? RECHECK_TIMEOUT_MS : CHUNK_TIMEOUT_MS);
      } catch (error) {
        // An old answer may still be true; whether it is, the page's own script will tell.
        if (!build || isFresh) {
          throw error;
        }
      }
      return build;
    },
    async loadTables(address, { folders }) {
      const inner = innerPath(splitAddress(address)[0], base);
      const load = (folder: string): Promise<FolderTable>[] =>
        folders[folder] ? [loadFile(`assets/routes/${folders[folder]}.json`)] : [];
      const own = await Promise.all(load(folderOf(inner)));
      if (own.some(({ pages }) => Object.hasOwn(pages, inner))) {
        return own; // an exact match, as nearly always
      }
      const others = new Set(candidatesFor(inner).map(folderOf));
      others.delete(folderOf(inner));
      return [...own, ...(await Promise.all([...others].flatMap(load)))];
    },
    async loadChrome(id) {
      const chrome = await loadFile<Chrome>(chromeFile(id));
      if (chrome.id !== id) {
        throw new Error(`${chromeFile(id)} holds something else than its name says.`);
      }
      return chrome;
    },
  };
}

const chromeFile = (id: string): AssetPath => `assets/chrome/${id}.json`;

export const knownPaths = (tables: readonly FolderTable[]): KnownPaths => ({
  hasPage: (path) => tables.some(({ pages }) => Object.hasOwn(pages, path)),
  redirectOf: (path) =>
    tables.find(({ redirects }) => Object.hasOwn(redirects, path))?.redirects[path],
});
