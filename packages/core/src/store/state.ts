import type { ErrorHandler, TuffetErrorCode } from '../errors.ts';
import { TuffetError } from '../errors.ts';
import type { Serializer } from '../types.ts';
import type { Area, OpenedArea } from '../web-storage.ts';
import { type Collisions, recordSnapshot } from './collisions.ts';
import { type Entry, type EntryCheck, type ReadFormat, rootOf } from './entry.ts';
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
  findNewer?: (() => number | undefined) | undefined;
  /** A newer release migrated the entry: this page keeps its values and no longer writes. */
  isOutdated?: boolean;
  /** The stored string that `entry` was parsed from; null: nothing is stored; undefined: not read. */
  raw?: string | null;
  entry: Entry;
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
export function reportWith<Name extends 'raw' | 'denial'>(
  state: StoreState,
  name: Name,
  value: StoreState[Name],
  ...problem: [code: TuffetErrorCode, hint?: string, cause?: unknown, raw?: string]
): void {
  const before = state[name];
  state[name] = value;
  try {
    report(state, ...problem);
  } catch (error) {
    state[name] = before;
    throw error;
  }
}

/** Returns the problem that `check` finds, if any. Missing properties have their initial values. */
export function validate({ check, defaults }: StoreState, entry: Entry): string | undefined {
  return check?.(rootOf(new Map([...defaults, ...entry])));
}

/** Caches what is stored now. Foreign: another tab stored it, and its event may still arrive. */
export function setSnapshot(
  state: StoreState,
  raw: string | null,
  entry: Entry,
  isForeign?: boolean,
): void {
  recordSnapshot(state.collisions, entry, isForeign && state.raw !== undefined);
  state.raw = raw;
  state.entry = entry;
}
