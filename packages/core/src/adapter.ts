/** For those who build creators or adapters on the store, as the other packages do. */
export { rootOf, textOf } from './entry.js';
export { claimKey } from './module-registry.js';
export { openArea } from './runtime.js';
export { isServer } from './web-storage.js';
