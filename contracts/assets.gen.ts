// Made by `make contracts` from generator/src/docsite/records. Do not edit.

/** The path of each kind of file, without base. */
export const ASSETS = {
  build: 'build.json',
  chrome: 'assets/chrome/{hash}.json',
  hovers: 'assets/hovers/{hash}.json',
  routes: 'assets/routes/{hash}.json',
  words: 'assets/words/{hash}.json',
  script: 'assets/js/{name}.js',
  style: 'assets/css/{name}.css',
  sample: 'assets/live/{hash}.json',
  searchData: 'assets/search/{hash}.json',
  searchEngine: 'assets/search/{hash}.wasm',
  searchWords: 'assets/search/{hash}.bin',
  searchWorker: 'assets/workers/search.{hash}.js',
} as const;

/** The same as a type. */
export type AssetPath =
  | 'build.json'
  | `assets/chrome/${string}.json`
  | `assets/hovers/${string}.json`
  | `assets/routes/${string}.json`
  | `assets/words/${string}.json`
  | `assets/js/${string}.js`
  | `assets/css/${string}.css`
  | `assets/live/${string}.json`
  | `assets/search/${string}.json`
  | `assets/search/${string}.wasm`
  | `assets/search/${string}.bin`
  | `assets/workers/search.${string}.js`;

/** The path of a file on its host: with base. */
export type AssetUrl = `${string}${AssetPath}`;

/** The folder of all files that a search needs, with base. */
export type SearchFolder = `${string}assets/search/`;

/** The array that scripts add themselves to. */
export const CHUNK_GLOBAL = 'docsiteChunks';
