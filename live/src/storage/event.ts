import { isStorage } from './realm.ts';

const Native = globalThis.StorageEvent;

/** Creates a `StorageEvent` that accepts our storage objects; the browser's class rejects them. */
export function createStorageEventClass(): typeof globalThis.StorageEvent {
  return class StorageEvent extends Native {
    readonly #area: Storage | null;

    constructor(type: string, init?: StorageEventInit) {
      const area = init?.storageArea ?? null;
      const isOurs = isStorage(area);
      super(type, isOurs ? { ...init, storageArea: null } : init);
      this.#area = isOurs ? area : null;
    }

    override get storageArea(): Storage | null {
      return this.#area;
    }
  };
}
