export { charactersOf, type Entry, QUOTA_CHARACTERS } from './entry.ts';
export { type PageWatch, readPage, type WatchedStorage, watchPage } from './page-entries.ts';
export { fill, formatCount, type InspectorStrings } from './strings.ts';
export { createInspector, type Inspector, type InspectorOptions } from './view.ts';
