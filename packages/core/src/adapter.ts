/** Building blocks for creators and adapters; the other packages use them. */
export { rootOf, textOf } from './entry.js';
export { claimKey } from './module-registry.js';
export { openArea } from './runtime.js';
export { isServer } from './web-storage.js';
