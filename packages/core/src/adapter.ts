/** Building blocks for creators and adapters; the other packages use them. */

export { claimKey } from './module-registry.ts';
export { closeStore, openArea } from './runtime.ts';
export { rootOf, textOf } from './store/entry.ts';
export { isServer, openMemory } from './web-storage.ts';
