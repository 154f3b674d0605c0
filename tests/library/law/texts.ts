import { KEY } from './release.ts';

/** Properties of an entry, with their values as JSON. */
export type Properties = ReadonlyMap<string, string>;

export type Entries = ReadonlyMap<string, string>;

/** Something stored: a property of an entry, or a string that isn't an entry. */
export interface Thing {
  /** Undefined: the whole string. */
  readonly name?: string | undefined;
  readonly text: string;
  /** Where it is. */
  readonly key: string;
}

/** The times at which values expire are stored next to them. They aren't values of the application. */
const EXPIRES = '$expires.';

/** A run parses the same strings again and again. */
const parsed = new Map<string, Properties | undefined>();
const MAX_PARSED = 5000;

/** Parses a string that may be an entry. Returns undefined if it isn't a JSON object. */
export function propertiesOf(text: string | undefined): Properties | undefined {
  if (text === undefined) return undefined;
  if (parsed.has(text)) return parsed.get(text);
  if (parsed.size > MAX_PARSED) parsed.clear();
  const properties = parse(text);
  parsed.set(text, properties);
  return properties;
}

function parse(text: string): Properties | undefined {
  try {
    const root: unknown = JSON.parse(text);
    if (typeof root !== 'object' || !root || Array.isArray(root)) return undefined;
    return new Map(Object.entries(root).map(([name, value]) => [name, JSON.stringify(value)]));
  } catch {
    return undefined;
  }
}

/** Whether the library can have stored a string: an entry, but not one of zustand. */
export function isOwn(text: string | undefined): boolean {
  const names = propertiesOf(text)?.keys();
  return names !== undefined && [...names].sort().join() !== 'state,version';
}

/** Returns the properties of a value that a callback returned, if it can be an entry. */
export function valuesOf(value: unknown): Properties | undefined {
  if (typeof value !== 'object' || !value) return undefined;
  const prototype = Object.getPrototypeOf(value);
  if (prototype && Object.getPrototypeOf(prototype)) return undefined;
  const isLost = (one: unknown) =>
    ['function', 'symbol'].includes(typeof one) || one instanceof Promise || Number.isNaN(one);
  if (Object.values(value).some(isLost)) return undefined;
  try {
    return propertiesOf(JSON.stringify(value));
  } catch {
    return undefined;
  }
}

export function isIn(text: string | undefined, thing: Thing): boolean {
  if (text === undefined || thing.name === undefined) return text === thing.text;
  return propertiesOf(text)?.get(thing.name) === thing.text;
}

/** Returns whether an entry has all of these values. */
export function contains(text: string | undefined, values: Properties): boolean {
  const properties = propertiesOf(text);
  return [...values].every(([name, value]) => properties?.get(name) === value);
}

export const isValueName = (name: string): boolean => !name.startsWith(EXPIRES);

/** Returns whether a value of an entry has expired. */
export function hasExpired(properties: Properties | undefined, name: string, now: number): boolean {
  return Number(properties?.get(EXPIRES + name) ?? Number.NaN) <= now;
}

const MODULE_KEY = new RegExp(`^${KEY}(?:_v([2-9]|[1-9]\\d+))?(__(?:corrupt|backup\\d+))?$`);

/** Returns what a key of the module is for, or undefined for a key of other code. */
export function describeKey(key: string): { version: number; isBackup: boolean } | undefined {
  const found = MODULE_KEY.exec(key);
  return found ? { version: Number(found[1] ?? 1), isBackup: !!found[2] } : undefined;
}

export const isBackupOf = (key: string, entryKey: string): boolean =>
  key.startsWith(`${entryKey}__`) && !!describeKey(key)?.isBackup;
