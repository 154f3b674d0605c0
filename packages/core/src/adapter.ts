/** Building blocks for creators and adapters; the other packages use them. */

export { claimKey } from './module-registry.ts';
export { openArea } from './runtime.ts';
export { rootOf, textOf } from './store/entry.ts';
export { isServer } from './web-storage.ts';
