import { hintOf, warnOfProtectedEntries } from './development.ts';
import { TuffetError } from './errors.ts';
import { currentMethods, getRuntime, type Natives, openArea, type Runtime } from './runtime.ts';
import type { Protection, StorageType } from './types.ts';
import { isServer } from './web-storage.ts';

function refuse(key: string): never {
  throw new TuffetError('protected-key', key, hintOf('protectedKey'));
}

/** Returns methods with the names and lengths of the native ones, for every Storage object. */
function createGuarded(guards: Runtime['guards'], beneath: Natives): Natives {
  function allow(storage: Storage, key: string): string {
    // Converted once, as the native method does: a symbol throws, and toString runs a single time.
    const name = `${key}`;
    return guards.get(storage)?.has(name) ? refuse(name) : name;
  }
  return {
    setItem(this: Storage, key: string, value: string) {
      // With too few arguments the native method throws its own TypeError.
      beneath.setItem.apply(
        this,
        arguments.length < 2 ? (arguments as never) : [allow(this, key), value],
      );
    },
    removeItem(this: Storage, key: string) {
      beneath.removeItem.apply(this, arguments.length ? [allow(this, key)] : (arguments as never));
    },
    clear(this: Storage) {
      const keys = guards.get(this);
      if (!keys) return beneath.clear.call(this);
      for (let i = this.length; i--; ) {
        const key = this.key(i) as string;
        // With its backups.
        if (!keys.has(key.replace(/__(backup\d+|corrupt)$/, '')))
          beneath.removeItem.call(this, key);
      }
      warnOfProtectedEntries(keys, this);
    },
  };
}

/** Inserts accessors for strict keys between a storage and its prototype: property writes throw. */
function insertAccessors(storage: Storage, keys: ReadonlyMap<string, boolean>): void {
  const layer = Object.create(Storage.prototype);
  keys.forEach((isStrict, key) => {
    // A property named like a method is the method, even if an entry has that key.
    if (!isStrict || key in Storage.prototype) return;
    Object.defineProperty(layer, key, {
      get: () => storage.getItem(key) ?? undefined,
      set: () => refuse(key),
      enumerable: true,
    });
  });
  Object.setPrototypeOf(storage, Object.keys(layer).length ? layer : Storage.prototype);
}

/** Replaces methods of `Storage.prototype` while any key is protected, and restores them after. */
function patchPrototype(runtime: Runtime): void {
  const { guards, patch } = runtime;
  const target = Storage.prototype;
  if (guards.size && !patch) {
    const beneath = currentMethods();
    const ours = createGuarded(guards, beneath);
    runtime.patch = { ours, beneath };
    Object.assign(target, ours);
  } else if (!guards.size && patch) {
    // Methods that another script has replaced in the meantime aren't restored.
    for (const name of Object.keys(patch.ours) as (keyof Natives)[]) {
      if (target[name] === patch.ours[name]) target[name] = patch.beneath[name] as never;
    }
    runtime.patch = undefined;
  }
}

/** Sets or ends the protection of a key; the last call wins. Does nothing for values in memory. */
export function setProtection(type: StorageType, key: string, protection: Protection): void {
  const storage = openArea(type).area;
  if (isServer() || !(storage instanceof Storage)) return;
  const runtime = getRuntime();
  const keys = runtime.guards.get(storage) ?? new Map<string, boolean>();
  const wasStrict = keys.get(key);
  if (protection) runtime.guards.set(storage, keys.set(key, protection === 'strict'));
  else if (keys.delete(key) && !keys.size) runtime.guards.delete(storage);
  if (wasStrict || keys.get(key)) insertAccessors(storage, keys);
  patchPrototype(runtime);
}
