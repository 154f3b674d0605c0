/**
 * Entries as properties of a storage, by the rules of Chromium: a real property, of the storage or of
 * anything it inherits from, hides the entry of that name, and takes its writes.
 */

import {
  append,
  createList,
  defineProperty,
  deleteProperty,
  extend,
  getOwnPropertyDescriptor,
  getProperty,
  has,
  hasOwn,
  ownKeys,
  setProperty,
} from '../natives.ts';
import type { Area } from './area.ts';

const describe = (value: string | null): PropertyDescriptor => ({
  value,
  writable: true,
  enumerable: true,
  configurable: true,
});

function isIndex(key: string): boolean {
  const index = +key >>> 0;
  return `${index}` === key && index < 2 ** 32 - 1;
}

/** Whether a real property stands in front of the entry; nothing hides a number. */
const isHiding = (target: object, key: string): boolean => has(target, key) && !isIndex(key);

/** What browsers call a write to a property, in their errors. */
export function nameWrite(key: string): string {
  if (isIndex(key)) return `set an indexed property [${key}] on`;
  return key === '' ? 'set a named property on' : `set a named property '${key}' on`;
}

/**
 * In Chromium `Object.keys` and JSON show hidden entries; `hasOwn`, `Object.entries` and `{ ...storage }`
 * do not. A proxy can tell them apart by what the engine does: it asks for all keys, and then for each
 * in that order, for the latter two with a look at its value between. They show a hidden entry only
 * where no other comes before it.
 */
function createListing() {
  let keys: readonly string[] | undefined;
  let next = 0;
  return {
    begin(all: readonly string[]): void {
      keys = all;
      next = 0;
    },
    end(): void {
      keys = undefined;
    },
    /** A value is looked at. */
    see(key: string | symbol): void {
      if (keys && next > 0 && keys[next - 1] === key) keys = undefined;
    },
    /** Whether the question for this key belongs to a list. */
    takes(key: string | symbol): boolean {
      if (!keys || keys[next] !== key) return false;
      next += 1;
      return true;
    },
  };
}

/** The names of entries and of real properties; those of hidden entries are the last. */
function listKeys(target: object, area: Area) {
  const keys = createList<string>();
  const hidden = createList<string>();
  for (let i = 0; i < area.keys.length; i += 1) {
    const key = area.keys[i] as string;
    if (!hasOwn(target, key)) append(isHiding(target, key) ? hidden : keys, key);
  }
  const symbols = createList<symbol>();
  const own = ownKeys(target);
  for (let i = 0; i < own.length; i += 1) {
    const key = own[i] as string | symbol;
    if (typeof key === 'string') append(keys, key);
    else append(symbols, key);
  }
  extend(keys, hidden);
  return { keys, symbols, hasHidden: hidden.length > 0 };
}

/** A storage over the texts of an area; `write` throws what cannot be converted, or has no room. */
export function createStorageObject(
  prototype: object,
  area: Area,
  source: object,
  write: (key: string, value: unknown) => void,
): object {
  const isVisible = (target: object, key: PropertyKey): key is string =>
    typeof key === 'string' && area.has(key) && !isHiding(target, key);
  const listing = createListing();

  const proxy: object = new Proxy(Object.create(prototype), {
    get(target, key, receiver) {
      listing.see(key);
      return isVisible(target, key) ? area.get(key) : getProperty(target, key, receiver);
    },
    has(target, key) {
      listing.end();
      return isVisible(target, key) || has(target, key);
    },
    set(target, key, value, receiver) {
      listing.end();
      if (typeof key === 'symbol' || receiver !== proxy || isHiding(target, key))
        return setProperty(target, key, value, receiver);
      write(key, value);
      return true;
    },
    deleteProperty(target, key) {
      listing.end();
      if (!isVisible(target, key)) return deleteProperty(target, key);
      area.remove(key, source);
      return true;
    },
    getOwnPropertyDescriptor(target, key) {
      const isListed = listing.takes(key);
      if (typeof key === 'symbol' || !area.has(key) || hasOwn(target, key))
        return getOwnPropertyDescriptor(target, key);
      // Chromium leaves this one name out.
      const isHidden = isHiding(target, key) && !(isListed && key !== 'length');
      return isHidden ? undefined : describe(area.get(key));
    },
    defineProperty(target, key, descriptor) {
      listing.end();
      if (typeof key === 'symbol' || isHiding(target, key))
        return defineProperty(target, key, descriptor);
      if (hasOwn(descriptor, 'get') || hasOwn(descriptor, 'set')) {
        const reason = 'Accessor properties are not allowed.';
        throw new TypeError(`Failed to ${nameWrite(key)} 'Storage': ${reason}`);
      }
      write(key, descriptor.value);
      return true;
    },
    ownKeys(target) {
      const { keys, symbols, hasHidden } = listKeys(target, area);
      if (hasHidden) listing.begin(keys);
      const all = createList<string | symbol>();
      extend(all, keys);
      extend(all, symbols);
      return all;
    },
    preventExtensions: () => false,
  });
  return proxy;
}
