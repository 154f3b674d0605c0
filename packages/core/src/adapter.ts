/** Building blocks for creators and adapters; the other packages use them. */

export { claimKey } from './module-registry.ts';
export { closeStore, openArea } from './runtime.ts';
export { backUpText } from './store/backups.ts';
export { rootOf, textOf } from './store/entry.ts';
export { keysIn, parseKey, storedKeyOf } from './store/entry-keys.ts';
export { callAll } from './store/listeners.ts';
export { isMadeFrom, stripMark } from './store/write-marks.ts';
export { isServer, openMemory } from './web-storage.ts';
