/**
 * Entries as properties of a storage object, by Chromium's rules: a real property, of the object or of
 * its prototypes, hides the entry of that name and receives its writes.
 */

import {
  append,
  createList,
  defineProperty,
  deleteProperty,
  extend,
  getOwnPropertyDescriptor,
  getProperty,
  getPrototypeOf,
  has,
  hasOwn,
  ownKeys,
  setProperty,
} from '../natives.ts';
import type { Area } from './area.ts';

function isIndex(key: string): boolean {
  const index = +key >>> 0;
  return `${index}` === key && index < 2 ** 32 - 1;
}

/** Whether a real property hides the entry. Nothing hides an index. */
const isHidden = (target: object, key: string): boolean => has(target, key) && !isIndex(key);

const isVisible = (target: object, area: Area, key: PropertyKey): key is string =>
  typeof key === 'string' && area.has(key) && !isHidden(target, key);

/** Whether a write creates an own property: the inherited one has no setter. */
function isDataOfPrototype(target: object, key: string): boolean {
  let holder: object | null = target;
  while (holder && !hasOwn(holder, key)) holder = getPrototypeOf(holder);
  const found = holder && holder !== target && getOwnPropertyDescriptor(holder, key);
  return !!found && hasOwn(found, 'value');
}

/** The name of a property write in the browser's error messages. */
export function nameWrite(key: string): string {
  if (isIndex(key)) return `set an indexed property [${key}] on`;
  return key === '' ? 'set a named property on' : `set a named property '${key}' on`;
}

/** Entries, real properties, then symbols, as proxies have to order them. */
function listKeys(target: object, area: Area): (string | symbol)[] {
  const keys = createList<string | symbol>();
  const symbols = createList<symbol>();
  for (let i = 0; i < area.keys.length; i += 1) {
    const key = area.keys[i] as string;
    if (!hasOwn(target, key)) append(keys, key);
  }
  const own = ownKeys(target);
  for (let i = 0; i < own.length; i += 1) {
    const key = own[i] as string | symbol;
    if (typeof key === 'string') append(keys, key);
    else append(symbols, key);
  }
  extend(keys, symbols);
  return keys;
}

const createReadTraps = (area: Area): ProxyHandler<object> => ({
  get: (target, key, receiver) =>
    isVisible(target, area, key) ? area.get(key) : getProperty(target, key, receiver),
  has: (target, key) => isVisible(target, area, key) || has(target, key),
  ownKeys: (target) => listKeys(target, area),
  // Hidden entries are own properties here, so that `Object.keys` and JSON include them. In Chromium
  // they are not, yet both include them, which a proxy can't imitate.
  getOwnPropertyDescriptor(target, key) {
    if (typeof key === 'symbol' || !area.has(key) || hasOwn(target, key))
      return getOwnPropertyDescriptor(target, key);
    return { value: area.get(key), writable: true, enumerable: true, configurable: true };
  },
});

/** Throws if a value can't be converted, or if there is no space. */
export type Write = (key: string, value: unknown) => void;

function createWriteTraps(
  write: Write,
  remove: (target: object, key: PropertyKey) => boolean,
  isReceiver: (receiver: unknown) => boolean,
): ProxyHandler<object> {
  return {
    set(target, key, value, receiver) {
      if (typeof key === 'symbol' || !isReceiver(receiver))
        return setProperty(target, key, value, receiver);
      if (isHidden(target, key)) {
        // The proxy would present the hidden entry as the property to change.
        const isNew = isDataOfPrototype(target, key);
        return setProperty(target, key, value, isNew ? target : receiver);
      }
      write(key, value);
      return true;
    },
    deleteProperty: remove,
    defineProperty(target, key, descriptor) {
      if (typeof key === 'symbol' || isHidden(target, key))
        return defineProperty(target, key, descriptor);
      if (hasOwn(descriptor, 'get') || hasOwn(descriptor, 'set')) {
        const reason = 'Accessor properties are not allowed.';
        throw new TypeError(`Failed to ${nameWrite(key)} 'Storage': ${reason}`);
      }
      write(key, descriptor.value);
      return true;
    },
    preventExtensions: () => false,
  };
}

/** Creates a storage object over an area. `source` is the document that its writes come from. */
export function createStorageObject(
  prototype: object,
  area: Area,
  source: object,
  write: Write,
): object {
  const remove = (target: object, key: PropertyKey) => {
    if (!isVisible(target, area, key)) return deleteProperty(target, key);
    area.remove(key, source);
    return true;
  };
  const proxy: object = new Proxy(Object.create(prototype), {
    ...createReadTraps(area),
    ...createWriteTraps(write, remove, (receiver) => receiver === proxy),
  });
  return proxy;
}
