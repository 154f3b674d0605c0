import type { Root, Serializer } from '@tuffet/core';
import { textOf } from '@tuffet/core/adapter';
import type { CreateStorageOptions } from './create-storage.ts';
import { isPlainObject } from './plain-object.ts';
import { storedKeyOf } from './versions.ts';

/** The same value with the keys of its plain objects in order. */
function sortKeys(value: unknown, above: readonly unknown[] = []): unknown {
  // Some serializers can store cycles.
  if (above.includes(value)) return value;
  const sortPart = (part: unknown) => sortKeys(part, [...above, value]);
  if (Array.isArray(value)) return value.map(sortPart);
  if (!isPlainObject(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sortPart(value[name])]));
}

/** What makes two creations the same module: a JSON list of [name, text]. Key order does not count. */
export function defineModule<T>(options: CreateStorageOptions<T>, serializer: Serializer): string {
  const { storageModuleKey: key, version = 1, protect = false } = options;
  const initial = Object.entries(options.initial as Root)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [`initial.${name}`, textOf(key, name, sortKeys(value), serializer)]);
  return JSON.stringify([['version', version], ['protect', protect], ...initial.sort()]);
}

/** Where a module stores its entry, and whether it protects it. */
export interface Place {
  readonly storedKey: string;
  readonly isProtected: boolean;
}

/** The place of a module with this definition; undefined if it is not one of ours. */
export function placeOf(key: string, definition = ''): Place | undefined {
  const found = /^\[\["version",(\d+)\],\["protect",(false)?/.exec(definition);
  return found
    ? { storedKey: storedKeyOf(key, Number(found[1])), isProtected: !found[2] }
    : undefined;
}
