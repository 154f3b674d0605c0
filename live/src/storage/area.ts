/** The texts of one storage, which all documents share. */

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

/** In UTF-16 units, keys included: what Chromium gives a site per storage. */
export const QUOTA = 5 * 1024 * 1024;

/** What happened: no key means that all was removed. */
export interface Change {
  readonly key: string | null;
  readonly oldText: string | null;
  readonly newText: string | null;
}

/** Hears of every change, and of the document whose doing it was. */
export type ChangeListener = (change: Change, source: object | undefined) => void;

export class Area {
  readonly #texts = new Map<string, string>();
  readonly #listener: ChangeListener;
  /** The keys in order, as long as none comes or goes. */
  #keys: string[] | undefined;
  #size = 0;

  constructor(listener: ChangeListener = () => {}) {
    this.#listener = listener;
  }

  get length(): number {
    return mapSize(this.#texts);
  }

  /** In order; a list that inherits nothing, not to be changed. */
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

  /** Whether there was room. What takes less room than before is always let in, as in Chromium. */
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
