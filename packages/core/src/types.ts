import type { Root } from './entry.js';

/** Which of the browser's two storages a module lives in. Plain strings are accepted too. */
export const StorageType = { LOCAL: 'local', SESSION: 'session' } as const;

export type StorageType = (typeof StorageType)[keyof typeof StorageType];

/** `true` stops setItem, removeItem and clear; `'strict'` also property writes and deletes. */
export type Protection = boolean | 'strict';

/** Turns values into text and back. The default is JSON. */
export interface Serializer {
  stringify(value: unknown): string;
  parse(text: string): unknown;
}

/** Looks at a whole entry; returns what is wrong with it, or undefined. */
export type EntryCheck = (root: Root) => string | undefined;
