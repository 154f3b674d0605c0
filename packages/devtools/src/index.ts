export { mountDevtools } from './development.ts';
export type { DevtoolsLanguage, DevtoolsOptions } from './options.ts';
