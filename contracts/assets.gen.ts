// Made by `make contracts` from generator/src/docsite/records. Do not edit.

export const CHUNK_GLOBAL = 'docsiteChunks';

export const ASSETS = {
  build: 'build.json',
  chrome: 'assets/chrome/{hash}.json',
  headings: 'assets/headings/{hash}.json',
  hovers: 'assets/hovers/{hash}.json',
  routes: 'assets/routes/{hash}.json',
  strings: 'assets/strings/{hash}.json',
  script: 'assets/js/{name}.js',
  style: 'assets/css/{name}.css',
  sample: 'assets/live/{hash}.json',
  searchIndex: 'assets/search/{hash}.json',
  searchFile: 'assets/search/{hash}/{name}.json',
} as const;

type Values<T> = T[keyof T];
type Fill<T> = T extends `${infer Start}{${string}}${infer End}` ? `${Start}${string}${End}` : T;
type FolderOf<T> = T extends `${infer Folder}{${string}` ? Folder : never;

/** The path of a file without base. */
export type AssetPath = Fill<Values<typeof ASSETS>>;
/** The path of a file with base. */
export type AssetUrl = `${string}${AssetPath}`;
/** The folder of all files that a search needs, with base. */
export type SearchFolder = `${string}${FolderOf<typeof ASSETS.searchIndex>}`;
