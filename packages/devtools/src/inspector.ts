export type { Entry } from './inspector/entry.ts';
export { changedLines } from './inspector/lines.ts';
export { fill, type InspectorStrings } from './inspector/strings.ts';
export { INSPECTOR_STYLES } from './inspector/styles.ts';
export { createInspector, type Inspector, type InspectorOptions } from './inspector/view.ts';
