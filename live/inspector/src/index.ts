export type { Entry } from './entry.ts';
export { changedLines } from './lines.ts';
export { type PageWatch, watchPage } from './page-entries.ts';
export { fill, type InspectorStrings } from './strings.ts';
export { createInspector, type Inspector } from './view.ts';
