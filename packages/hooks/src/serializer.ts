import type { Serializer } from '@tuffet/core';
import { createStorage } from './create-storage.ts';
import type { CreateStorageOptions, TuffetStorage } from './types.ts';

export type { Serializer } from '@tuffet/core';

/** Creators for modules whose properties JSON can't represent. */
export interface SerializedCreators {
  createLocalStorage<T extends Record<string, unknown>>(
    options: CreateStorageOptions<T>,
  ): TuffetStorage<T>;
  createSessionStorage<T extends Record<string, unknown>>(
    options: CreateStorageOptions<T>,
  ): TuffetStorage<T>;
}

/** Returns creators that store entries in another format. */
export function withSerializer(serializer: Serializer): SerializedCreators {
  return {
    createLocalStorage: (options) => createStorage('local', options, serializer),
    createSessionStorage: (options) => createStorage('session', options, serializer),
  };
}

const TAG = '$tuffet';

// A Map: the names come from storage, and an object also has `constructor`.
const decoders = new Map<unknown, (value: never) => unknown>(
  Object.entries({
    Date: (iso: string) => new Date(iso),
    Map: (entries: [unknown, unknown][]) => new Map(entries),
    Set: (values: unknown[]) => new Set(values),
    BigInt: (digits: string) => BigInt(digits),
    // An object that has a property with the name of the tag.
    Object: (entries: [string, unknown][]) => Object.fromEntries(entries),
  }),
);

/** A replacer for JSON.stringify, which has already called `toJSON` of the value that it passes. */
function tag(this: Record<string, unknown>, key: string, json: unknown): unknown {
  const value = this[key];
  if (value instanceof Date) return { [TAG]: 'Date', value: value.toISOString() };
  if (value instanceof Map) return { [TAG]: 'Map', value: [...value] };
  if (value instanceof Set) return { [TAG]: 'Set', value: [...value] };
  if (typeof value === 'bigint') return { [TAG]: 'BigInt', value: `${value}` };
  const isTagged = typeof json === 'object' && json !== null && TAG in json;
  return isTagged ? { [TAG]: 'Object', value: Object.entries(json) } : json;
}

function untag(_: string, value: unknown): unknown {
  const { [TAG]: name, value: content } = (value ?? {}) as { [TAG]?: unknown; value?: unknown };
  const decode = decoders.get(name);
  return decode ? decode(content as never) : value;
}

/** JSON that supports Date, Map, Set and bigint. Entries without them are plain JSON. */
export const richJson: Serializer = {
  stringify: (value) => JSON.stringify(value, tag),
  parse: (text) => JSON.parse(text, untag),
};
