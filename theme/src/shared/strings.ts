import type { AssetUrl } from '../../../contracts/assets.gen';
import type inspector from '../../../packages/devtools/src/inspector/strings/en.json';
import type live from '../features/live/strings/en.json';
import type features from '../features/strings/en.json';
import { fetchJson } from '../router/ask-server';
import type document from '../strings/en.json';
import { cached } from './cached';
import { CHUNK_TIMEOUT_MS } from './constants';

/** UI strings that every document contains. */
export type Strings = typeof document;

/** UI strings of lazy features. `package.json` lists the same folders for the generator. */
export type LazyStrings = typeof features & typeof live & typeof inspector;

interface StringsFile {
  readonly base: string;
  /** The hash in its name. */
  readonly lazyStrings: string;
}

const files = new Map<string, Promise<unknown>>();

/** Fetches the strings of lazy features in the language of a page. */
export function loadStrings({ base, lazyStrings }: StringsFile): Promise<LazyStrings> {
  const address: AssetUrl = `${base}assets/strings/${lazyStrings}.json`;
  return cached(files, address, () => fetchJson<LazyStrings>(address, CHUNK_TIMEOUT_MS));
}
