/** The entries of one storage, which all documents share. */

import {
  append,
  createList,
  mapClear,
  mapDelete,
  mapForEach,
  mapGet,
  mapHas,
  mapSet,
  mapSize,
} from '../natives.ts';

/** Chromium's quota per storage and origin, in UTF-16 units, keys included. */
export const QUOTA = 5 * 1024 * 1024;

/** `key` is null if the storage was cleared. */
export interface Change {
  readonly key: string | null;
  readonly oldText: string | null;
  readonly newText: string | null;
}

/** Called with every change. `source` is the document that made it. */
export type ChangeListener = (change: Change, source: object | undefined) => void;

export class Area {
  readonly #texts = new Map<string, string>();
  readonly #listener: ChangeListener;
  /** A cache, until a key is added or removed. */
  #keys: string[] | undefined;
  #size = 0;

  constructor(listener: ChangeListener = () => {}) {
    this.#listener = listener;
  }

  get length(): number {
    return mapSize(this.#texts);
  }

  /** In insertion order. The list has no prototype. */
  get keys(): readonly string[] {
    if (!this.#keys) {
      const keys = createList<string>();
      mapForEach(this.#texts, (_, key) => append(keys, key));
      this.#keys = keys;
    }
    return this.#keys;
  }

  has(key: string): boolean {
    return mapHas(this.#texts, key);
  }

  get(key: string): string | null {
    return mapGet(this.#texts, key) ?? null;
  }

  /** Returns whether there was space. Values that shrink are always accepted, as in Chromium. */
  set(key: string, text: string, source?: object): boolean {
    const oldText = this.get(key);
    if (oldText === text) return true;
    const growth = text.length - (oldText === null ? -key.length : oldText.length);
    if (growth > 0 && this.#size + growth > QUOTA) return false;
    mapSet(this.#texts, key, text);
    this.#size += growth;
    if (oldText === null) this.#keys = undefined;
    this.#listener({ key, oldText, newText: text }, source);
    return true;
  }

  remove(key: string, source?: object): void {
    const oldText = this.get(key);
    if (oldText === null) return;
    mapDelete(this.#texts, key);
    this.#size -= key.length + oldText.length;
    this.#keys = undefined;
    this.#listener({ key, oldText, newText: null }, source);
  }

  clear(source?: object): void {
    if (this.length === 0) return;
    mapClear(this.#texts);
    this.#size = 0;
    this.#keys = undefined;
    this.#listener({ key: null, oldText: null, newText: null }, source);
  }
}
