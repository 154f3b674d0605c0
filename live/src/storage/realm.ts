/** Web Storage as a document sees it: its own class and objects, over texts that others share. */

import { weakGet, weakSet } from '../natives.ts';
import type { Area } from './area.ts';
import { createStorageObject, nameWrite } from './named-properties.ts';

export interface Areas {
  readonly local: Area;
  readonly session: Area;
}

/** What one document has. */
export interface Realm {
  readonly Storage: typeof Storage;
  readonly localStorage: Storage;
  readonly sessionStorage: Storage;
}

interface Opened {
  readonly area: Area;
  /** The document of the object: writes through it are that document's. */
  readonly source: object;
}

/** What is behind the objects of all documents: methods work on those of any other, too. */
const opened = new WeakMap<object, Opened>();

export const isStorage = (value: unknown): value is Storage =>
  typeof value === 'object' && value !== null && weakGet(opened, value) !== undefined;

function open(value: unknown): Opened {
  const found = typeof value === 'object' && value !== null ? weakGet(opened, value) : undefined;
  if (!found) throw new TypeError('Illegal invocation');
  return found;
}

/** The errors of browsers, before anything is converted. */
function demand(count: number, given: number, name: string): void {
  if (given >= count) return;
  const wanted = `${count} argument${count > 1 ? 's' : ''}`;
  const reason = `${wanted} required, but only ${given} present.`;
  throw new TypeError(`Failed to execute '${name}' on 'Storage': ${reason}`);
}

const NativeQuotaError = globalThis.DOMException;
const { QuotaExceededError: QuotaError } = globalThis as {
  QuotaExceededError?: new (message: string) => DOMException;
};

/** Converts once, as browsers do. */
function toText(value: unknown, action: string): string {
  if (typeof value !== 'symbol') return `${value}`;
  throw new TypeError(`Failed to ${action} 'Storage': Cannot convert a Symbol value to a string`);
}

/** Writes, or throws what browsers throw where there is no room. */
function write({ area, source }: Opened, key: string, text: string, action: string): void {
  if (area.set(key, text, source)) return;
  const message = `Failed to ${action} 'Storage': Setting the value of '${key}' exceeded the quota.`;
  throw QuotaError ? new QuotaError(message) : new NativeQuotaError(message, 'QuotaExceededError');
}

/** Members with the order, names, lengths and flags of the browser's own. */
function createMembers() {
  return {
    get length(): number {
      return open(this).area.length;
    },
    clear(): void {
      const { area, source } = open(this);
      area.clear(source);
    },
    getItem(key: string): string | null {
      const { area } = open(this);
      demand(1, arguments.length, 'getItem');
      return area.get(toText(key, "execute 'getItem' on"));
    },
    key(index: number): string | null {
      const { area } = open(this);
      demand(1, arguments.length, 'key');
      return area.keys[index >>> 0] ?? null;
    },
    removeItem(key: string): void {
      const { area, source } = open(this);
      demand(1, arguments.length, 'removeItem');
      area.remove(toText(key, "execute 'removeItem' on"), source);
    },
    setItem(key: string, value: string): void {
      const found = open(this);
      demand(2, arguments.length, 'setItem');
      const action = "execute 'setItem' on";
      write(found, toText(key, action), toText(value, action), action);
    },
  };
}

/** A class of which nobody makes objects. */
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

/** `source` stands for the document in what its areas tell. */
export function createRealm(areas: Areas, source: object): Realm {
  const Class = createClass();
  const createObject = (area: Area): Storage => {
    const found = { area, source };
    const setText = (key: string, value: unknown) => {
      const action = nameWrite(key);
      write(found, key, toText(value, action), action);
    };
    const storage = createStorageObject(Class.prototype, area, source, setText) as Storage;
    weakSet(opened, storage, found);
    return storage;
  };
  return {
    Storage: Class,
    localStorage: createObject(areas.local),
    sessionStorage: createObject(areas.session),
  };
}
