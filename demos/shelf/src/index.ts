export { fill } from '@tuffet/devtools/inspector';
export { default as logo } from '../../../docs/public/logo.svg';
export { default as darkLogo } from '../../../docs/public/logo-dark.svg';
export { applySettings } from './appearance.ts';
export * from './breaking.ts';
export { mountInspector } from './inspection.ts';
export { type Language, languageOfBrowser } from './language.ts';
export { desk, settings, shelf } from './modules.ts';
export {
  dismiss,
  getNotices,
  isSuccess,
  type Notice,
  runTrial,
  subscribeNotices,
  type TrialName,
} from './notices.ts';
export { formatNotice, helpUrlOf, optionsOf, type Strings, stringsOf } from './strings.ts';
export * from './teas.ts';
