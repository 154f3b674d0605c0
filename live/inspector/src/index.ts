export { bytesOf, type Entry, QUOTA_BYTES } from './entry.ts';
export { type PageWatch, readPage, type WatchedStorage, watchPage } from './page-entries.ts';
export { createInspector, type Inspector, type InspectorOptions } from './view.ts';
export { fill, formatBytes, type InspectorWords } from './words.ts';
