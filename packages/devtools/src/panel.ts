export type { DevtoolsLanguage } from './options.ts';
export { createPanel, type PanelOptions } from './panel/panel-element.ts';
export { stopRecording } from './panel/panel-view.ts';
