export { charactersOf, type Entry, QUOTA_CHARACTERS } from './entry.ts';
export { type PageWatch, readPage, type WatchedStorage, watchPage } from './page-entries.ts';
export { createInspector, type Inspector, type InspectorOptions } from './view.ts';
export { fill, formatCount, type InspectorWords } from './words.ts';
