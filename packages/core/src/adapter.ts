/** Building blocks for creators and adapters; the other packages use them. */

export { claimKey } from './module-registry.ts';
export { closeStore, openArea } from './runtime.ts';
export { BACKUP_SUFFIX, backUpText } from './store/backups.ts';
export { rootOf, textOf } from './store/entry.ts';
export { isMadeFrom } from './store/write-marks.ts';
export { isServer, openMemory } from './web-storage.ts';
