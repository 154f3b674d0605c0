/** Web Storage of one document: its own class and objects, over areas that documents share. */

import { weakGet, weakSet } from '../natives.ts';
import type { Area } from './area.ts';
import { createStorageObject, nameWrite } from './named-properties.ts';

export interface Areas {
  readonly local: Area;
  readonly session: Area;
}

export interface Realm {
  readonly Storage: typeof Storage;
  readonly localStorage: Storage;
  readonly sessionStorage: Storage;
}

interface Backing {
  readonly area: Area;
  /** The document that writes through the object come from. */
  readonly source: object;
}

/** By object. Shared by all documents: methods work on the objects of other documents too. */
const backings = new WeakMap<object, Backing>();

const findBacking = (value: unknown): Backing | undefined =>
  typeof value === 'object' && value !== null ? weakGet(backings, value) : undefined;

export const isStorage = (value: unknown): value is Storage => findBacking(value) !== undefined;

function backingOf(value: unknown): Backing {
  const found = findBacking(value);
  if (!found) throw new TypeError('Illegal invocation');
  return found;
}

/** Throws the browser's error, before any argument is converted. */
function requireArguments(count: number, given: number, name: string): void {
  if (given >= count) return;
  const required = `${count} argument${count > 1 ? 's' : ''}`;
  const reason = `${required} required, but only ${given} present.`;
  throw new TypeError(`Failed to execute '${name}' on 'Storage': ${reason}`);
}

const NativeQuotaError = globalThis.DOMException;
const { QuotaExceededError: QuotaError } = globalThis as {
  QuotaExceededError?: new (message: string) => DOMException;
};

function convertToString(value: unknown, action: string): string {
  if (typeof value !== 'symbol') return `${value}`;
  throw new TypeError(`Failed to ${action} 'Storage': Cannot convert a Symbol value to a string`);
}

/** Throws the browser's error if there is no space. */
function write({ area, source }: Backing, key: string, text: string, action: string): void {
  if (area.set(key, text, source)) return;
  const message = `Failed to ${action} 'Storage': Setting the value of '${key}' exceeded the quota.`;
  throw QuotaError ? new QuotaError(message) : new NativeQuotaError(message, 'QuotaExceededError');
}

/** In the browser's order, with its names, lengths and flags. */
function createMembers() {
  return {
    get length(): number {
      return backingOf(this).area.length;
    },
    clear(): void {
      const { area, source } = backingOf(this);
      area.clear(source);
    },
    getItem(key: string): string | null {
      const { area } = backingOf(this);
      requireArguments(1, arguments.length, 'getItem');
      return area.get(convertToString(key, "execute 'getItem' on"));
    },
    key(index: number): string | null {
      const { area } = backingOf(this);
      requireArguments(1, arguments.length, 'key');
      return area.keys[index >>> 0] ?? null;
    },
    removeItem(key: string): void {
      const { area, source } = backingOf(this);
      requireArguments(1, arguments.length, 'removeItem');
      area.remove(convertToString(key, "execute 'removeItem' on"), source);
    },
    setItem(key: string, value: string): void {
      const backing = backingOf(this);
      requireArguments(2, arguments.length, 'setItem');
      const action = "execute 'setItem' on";
      write(backing, convertToString(key, action), convertToString(value, action), action);
    },
  };
}

function createClass(): typeof globalThis.Storage {
  function Storage(): never {
    throw new TypeError(
      new.target ? "Failed to construct 'Storage': Illegal constructor" : 'Illegal constructor',
    );
  }
  const prototype = createMembers();
  Object.defineProperty(prototype, 'constructor', {
    value: Storage,
    writable: true,
    configurable: true,
  });
  Object.defineProperty(prototype, Symbol.toStringTag, { value: 'Storage', configurable: true });
  Object.defineProperty(Storage, 'prototype', { value: prototype, writable: false });
  return Storage as unknown as typeof globalThis.Storage;
}

/** `source` identifies the document in the changes that areas report. */
export function createRealm(areas: Areas, source: object): Realm {
  const Class = createClass();
  const createObject = (area: Area): Storage => {
    const backing = { area, source };
    const setValue = (key: string, value: unknown) => {
      const action = nameWrite(key);
      write(backing, key, convertToString(value, action), action);
    };
    const storage = createStorageObject(Class.prototype, area, source, setValue) as Storage;
    weakSet(backings, storage, backing);
    return storage;
  };
  return {
    Storage: Class,
    localStorage: createObject(areas.local),
    sessionStorage: createObject(areas.session),
  };
}
