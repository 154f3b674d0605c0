/** Building blocks for creators and adapters; the other packages use them. */
export { rootOf, textOf } from './entry.ts';
export { claimKey } from './module-registry.ts';
export { openArea } from './runtime.ts';
export { isServer } from './web-storage.ts';
