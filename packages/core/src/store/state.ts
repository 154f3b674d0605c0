import { hintOf } from '../development.ts';
import type { ErrorHandler, TuffetErrorCode } from '../errors.ts';
import { TuffetError } from '../errors.ts';
import type { Serializer } from '../types.ts';
import type { Area, OpenedArea } from '../web-storage.ts';
import { type Collisions, recordSnapshot } from './collisions.ts';
import {
  type Changes,
  differences,
  type Entry,
  type EntryCheck,
  type ReadFormat,
  rootOf,
} from './entry.ts';
import type { Listeners } from './listeners.ts';

/** The state of one store. */
export interface StoreState extends ReadFormat {
  area: Area;
  methods: OpenedArea['methods'];
  /** Why the browser blocks storage, until it is reported. */
  denial?: unknown;
  readonly collisions: Collisions;
  readonly listeners: Listeners;
  /** The contents of a new entry. */
  initial: Entry;
  defaults: Entry;
  merge?: ReadFormat['merge'];
  serializer: Serializer;
  onError: ErrorHandler;
  check?: EntryCheck | undefined;
  findNewer?: ((written: string | null) => number | undefined) | undefined;
  /** A newer release migrated the entry: this page keeps its values and no longer writes. */
  isOutdated?: boolean;
  /** The stored string; null: nothing is stored; undefined: not read. */
  raw?: string | null;
  /** The stored string isn't an entry. A write saves it as a backup first. */
  isUnusable?: boolean;
  /** This tab stored an entry where none was. */
  isFirst?: boolean;
  /** Storage can't be read at the moment, so a write could overwrite what is stored. */
  isUnreadable?: boolean;
  /** The properties in the stored string. Writes keep those that they don't change. */
  stored: Entry;
  /** Changes that couldn't be stored. The next write tries again. */
  held?: Changes | undefined;
  /** The entry that reads return: `stored` merged, without properties that `check` rejects, and with `held`. */
  entry: Entry;
}

export function setRaw(state: StoreState, key: string, text: string): void {
  state.methods.setItem.call(state.area, key, text);
}

export function removeRaw(state: StoreState, key: string): void {
  state.methods.removeItem.call(state.area, key);
}

export function report(
  state: StoreState,
  code: TuffetErrorCode,
  hint?: string,
  cause?: unknown,
  raw?: string,
): void {
  state.onError(new TuffetError(code, state.key, hint, cause, raw));
}

/**
 * Changes the state before the report, so that a handler that reads the module doesn't cause another
 * one. If the handler throws, nothing changes.
 */
export function reportWith(
  state: StoreState,
  changes: Partial<StoreState>,
  ...problem: [code: TuffetErrorCode, hint?: string, cause?: unknown, raw?: string]
): void {
  const names = Object.keys(changes) as (keyof StoreState)[];
  const before = names.map((name) => [name, state[name]]);
  Object.assign(state, changes);
  try {
    report(state, ...problem);
  } catch (error) {
    Object.assign(state, Object.fromEntries(before));
    throw error;
  }
}

/** Returns the problem that `check` finds, if any. Missing properties have their initial values. */
export function validate({ key, check, defaults }: StoreState, entry: Entry): string | undefined {
  const problem: unknown = check?.(rootOf(new Map([...defaults, ...entry])));
  if (typeof (problem ?? '') === 'string') return problem as string | undefined;
  throw new TuffetError('invalid-options', key, hintOf('checkResult', problem));
}

/** Returns whether an entry has the initial values only, like one that is stored by opening a module. */
export function isInitial({ defaults }: StoreState, entry: Entry): boolean {
  return !!defaults.size && !differences(defaults, entry).length;
}

/** Caches what is stored now. Foreign: another tab stored it, and its event may still arrive. */
export function setSnapshot(
  state: StoreState,
  raw: string | null,
  stored: Entry,
  entry: Entry,
  isForeign?: boolean,
): void {
  recordSnapshot(state.collisions, stored, isForeign && state.raw !== undefined);
  state.raw = raw;
  state.isUnusable = false;
  state.stored = stored;
  state.entry = entry;
}
