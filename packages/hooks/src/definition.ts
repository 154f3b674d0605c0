import type { Root, Serializer } from '@tuffet/core';
import { textOf } from '@tuffet/core/adapter';
import { isPlainObject } from './plain-object.ts';
import type { CreateStorageOptions } from './types.ts';
import { storedKeyOf } from './versions.ts';

/** Returns the value with the keys of its plain objects sorted. */
function sortKeys(value: unknown, ancestors: readonly unknown[] = []): unknown {
  // Some serializers can store cycles.
  if (ancestors.includes(value)) return value;
  const sortMember = (member: unknown) => sortKeys(member, [...ancestors, value]);
  if (Array.isArray(value)) return value.map(sortMember);
  if (!isPlainObject(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sortMember(value[name])]));
}

/**
 * Identifies a module by its options: a JSON list of [name, text]. The order of keys doesn't matter, and
 * serializers are only compared with JSON: each call of `withSerializer` may create one.
 */
export function defineModule<T>(options: CreateStorageOptions<T>, serializer: Serializer): string {
  const { storageModuleKey: key, version = 1, protect = false } = options;
  const initial = Object.entries(options.initial as Root)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [`initial.${name}`, textOf(key, name, sortKeys(value), serializer)]);
  const isJson = serializer === JSON;
  return JSON.stringify([
    ['version', version],
    ['protect', protect],
    ...(isJson ? [] : [['serializer', 'custom']]),
    ...initial.sort(),
  ]);
}

/** The entry that a definition refers to. */
export interface DefinedEntry {
  readonly storedKey: string;
  readonly isProtected: boolean;
}

/** Returns undefined if `defineModule` didn't create the definition. */
export function parseDefinition(key: string, definition = ''): DefinedEntry | undefined {
  const found = /^\[\["version",(\d+)\],\["protect",(false)?/.exec(definition);
  return found
    ? { storedKey: storedKeyOf(key, Number(found[1])), isProtected: !found[2] }
    : undefined;
}
