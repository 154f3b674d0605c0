import { TuffetError } from './errors.ts';
import { currentMethods, getRuntime, type Natives, openArea, type Runtime } from './runtime.ts';
import type { Protection, StorageType } from './types.ts';

function refuse(key: string): never {
  const hint =
    'This entry is protected. Write through its module, or call helper.cancelProtect() first.';
  throw new TuffetError('protected-key', key, hint);
}

/** Methods with the names and lengths of the natives, for every Storage object on the page. */
function createGuarded(guards: Runtime['guards'], beneath: Natives): Natives {
  function allow(storage: Storage, key: string): string {
    // Converted once, as the native would: a symbol throws, a tricky toString runs a single time.
    const name = `${key}`;
    return guards.get(storage)?.has(name) ? refuse(name) : name;
  }
  return {
    setItem(this: Storage, key: string, value: string) {
      // With too few arguments the native throws its own TypeError.
      if (arguments.length < 2) beneath.setItem.apply(this, arguments as never);
      else beneath.setItem.call(this, allow(this, key), value);
    },
    removeItem(this: Storage, key: string) {
      if (!arguments.length) beneath.removeItem.apply(this, arguments as never);
      else beneath.removeItem.call(this, allow(this, key));
    },
    clear(this: Storage) {
      const kept = guards.get(this);
      if (!kept) return beneath.clear.call(this);
      for (let i = this.length; i--; ) {
        const key = this.key(i) as string;
        if (!kept.has(key)) beneath.removeItem.call(this, key);
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

/** Puts our methods on top while there is something to protect, and takes them away after. */
function install(runtime: Runtime): void {
  const { guards, patch } = runtime;
  const target = Storage.prototype;
  if (guards.size && !patch) {
    const beneath = currentMethods();
    const ours = createGuarded(guards, beneath);
    runtime.patch = { ours, beneath };
    Object.assign(target, ours);
  } else if (!guards.size && patch) {
    // What somebody has put on top of ours since stays.
    for (const name of Object.keys(patch.ours) as (keyof Natives)[])
      if (target[name] === patch.ours[name]) target[name] = patch.beneath[name] as never;
    runtime.patch = undefined;
  }
}

/** Sets or ends the protection of a key; the last call wins. Memory needs none. */
export function setProtection(type: StorageType, key: string, protection: Protection): void {
  const storage = openArea(type).area;
  if (typeof Storage === 'undefined' || !(storage instanceof Storage)) return;
  const runtime = getRuntime();
  const keys = runtime.guards.get(storage) ?? new Map<string, boolean>();
  const wasStrict = keys.get(key);
  if (protection) runtime.guards.set(storage, keys.set(key, protection === 'strict'));
  else if (keys.delete(key) && !keys.size) runtime.guards.delete(storage);
  if (wasStrict || keys.get(key)) shadow(storage, keys);
  install(runtime);
}
