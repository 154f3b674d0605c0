import { freezeInDevelopment, hintOf } from '../development.ts';
import { TuffetError } from '../errors.ts';
import type { Serializer } from '../types.ts';
import { stripMark } from './write-marks.ts';

/** One stored property. Immutable: a change creates a new cell. */
export interface Cell {
  /** Name and value, as serialized in the entry. */
  readonly text: string;
  readonly value: unknown;
}

/** The properties of a module, by name. Immutable: a write creates a new entry. */
export type Entry = ReadonlyMap<string, Cell>;

export const EMPTY: Entry = new Map();

/** Changed properties, by name. Undefined: removed. */
export type Changes = ReadonlyMap<string, Cell | undefined>;

/** An entry as a plain object. */
export type Root = Readonly<Record<string, unknown>>;

/** Rejects everything whose properties aren't values by name: null, arrays, promises, Maps. */
export function isObject(value: unknown): value is Root {
  return {}.toString.call(value) === '[object Object]';
}

/** Validates a whole entry. Returns a description of the problem, or undefined. */
export type EntryCheck = (root: Root) => string | undefined;

/** Returns the names of the properties that differ. */
export function differences(before: Entry, after: Entry): string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => !isEqual(before.get(name), after.get(name)));
}

export function isEqual(a: Cell | undefined, b: Cell | undefined): boolean {
  return a?.text === b?.text;
}

/** Converts an entry to a plain object. */
export function rootOf(entry: Entry): Root {
  // Not by assignment: "__proto__" is a name like any other.
  return Object.fromEntries(Array.from(entry, ([name, { value }]) => [name, value]));
}

/** Serializes the value of a property. Throws `unserializable` if that fails. */
export function textOf(key: string, name: string, value: unknown, serializer: Serializer): string {
  let cause: unknown;
  try {
    const text = serializer.stringify(value);
    if (text) return text;
  } catch (error) {
    cause = error;
  }
  throw new TuffetError('unserializable', key, hintOf('unserializable', name), cause);
}

/** How the entry of a module is serialized. */
export interface Format {
  readonly key: string;
  readonly serializer: Serializer;
}

/**
 * Returns an entry with some properties changed. Cells with the same text are reused from `known`.
 * Values are copied unless they are private, so that later mutations don't change the entry.
 */
export function changeEntry(
  { key, serializer }: Format,
  base: Entry,
  changes: Root,
  known: Entry,
  isPrivate?: boolean,
): Entry {
  const next = new Map(base);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) {
      next.delete(name);
    } else {
      const json = textOf(key, name, value, serializer);
      const text = `${JSON.stringify(name)}:${json}`;
      const cell = known.get(name);
      next.set(
        name,
        cell?.text === text
          ? cell
          : { text, value: freezeInDevelopment(isPrivate ? value : serializer.parse(json)) },
      );
    }
  }
  return next;
}

/** How the entry of a module is read. */
export interface ReadFormat extends Format {
  /** The values of properties that aren't stored. */
  readonly defaults: Entry;
  /** Combines stored and initial values. */
  readonly merge?: ((stored: Root, initial: Root) => Root) | undefined;
}

/** Parses a stored string. Returns undefined if it isn't an entry. */
export function parseEntry(
  format: Format,
  text: string | null | undefined,
  known: Entry,
): Entry | undefined {
  try {
    const root: unknown = format.serializer.parse(stripMark(text as string));
    return isObject(root) ? changeEntry(format, EMPTY, root, known, true) : undefined;
  } catch {
    return undefined;
  }
}

export function renderEntry({ serializer }: Format, entry: Entry): string {
  // Joining the serialized cells is faster than serializing all values again.
  return serializer === JSON
    ? `{${[...entry.values()].map(({ text }) => text)}}`
    : serializer.stringify(rootOf(entry));
}
