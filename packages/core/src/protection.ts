import { TuffetError } from './errors.js';
import { getRuntime, type Natives, openArea, type Runtime } from './runtime.js';
import type { Protection, StorageType } from './types.js';

function refuse(key: string): never {
  const hint = 'The module is protected. Write through it, or call cancelProtect() first.';
  throw new TuffetError('protected-key', key, hint);
}

/** Methods with the names and lengths of the natives, for every Storage object on the page. */
function createGuarded({ natives, guards }: Runtime): Natives {
  function allow(storage: Storage, key: string): string {
    // Converted once, as the native would: a symbol throws, a tricky toString runs a single time.
    const name = `${key}`;
    return guards.get(storage)?.has(name) ? refuse(name) : name;
  }
  return {
    setItem(this: Storage, key: string, value: string) {
      // With too few arguments the native throws its own TypeError.
      if (arguments.length < 2) natives.setItem.apply(this, arguments as never);
      else natives.setItem.call(this, allow(this, key), value);
    },
    removeItem(this: Storage, key: string) {
      if (!arguments.length) natives.removeItem.apply(this, arguments as never);
      else natives.removeItem.call(this, allow(this, key));
    },
    clear(this: Storage) {
      const kept = guards.get(this);
      if (!kept) return natives.clear.call(this);
      for (let i = this.length; i--; ) {
        const key = this.key(i) as string;
        if (!kept.has(key)) natives.removeItem.call(this, key);
      }
    },
  };
}

/** Accessors between a storage and its prototype catch property writes and deletes of strict keys. */
function shadow(storage: Storage, keys: ReadonlyMap<string, boolean>): void {
  const layer = Object.create(Storage.prototype);
  keys.forEach((isStrict, key) => {
    // An entry named like a method is no property of the storage anyway.
    if (!isStrict || key in Storage.prototype) return;
    Object.defineProperty(layer, key, {
      get: () => storage.getItem(key) ?? undefined,
      set: () => refuse(key),
      enumerable: true,
    });
  });
  Object.setPrototypeOf(storage, Object.keys(layer).length ? layer : Storage.prototype);
}

/** Puts our methods in place of the natives, or back; what somebody else put there since stays. */
function patch({ natives, guards, patched = natives }: Runtime): void {
  const [from, to] = guards.size ? [natives, patched] : [patched, natives];
  const target = Storage.prototype;
  for (const name of Object.keys(natives) as (keyof Natives)[])
    if (target[name] === from[name]) Object.assign(target, { [name]: to[name] });
}

/** Sets or ends the protection of a key; the last call wins. Memory needs none. */
export function setProtection(type: StorageType, key: string, protection: Protection): void {
  const storage = openArea(type).area;
  if (typeof Storage === 'undefined' || !(storage instanceof Storage)) return;
  const runtime = getRuntime();
  runtime.patched ??= createGuarded(runtime);
  const keys = runtime.guards.get(storage) ?? new Map<string, boolean>();
  const wasStrict = keys.get(key);
  if (protection) runtime.guards.set(storage, keys.set(key, protection === 'strict'));
  else if (keys.delete(key) && !keys.size) runtime.guards.delete(storage);
  if (wasStrict || keys.get(key)) shadow(storage, keys);
  patch(runtime);
}
