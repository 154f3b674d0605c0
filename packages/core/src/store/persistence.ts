import { hintOf, warnOfServerWrite } from '../development.ts';
import { isServer } from '../web-storage.ts';
import { backUpText } from './backups.ts';
import { type Entry, type Root, renderEntry } from './entry.ts';
import {
  removeRaw,
  report,
  reportWith,
  type StoreState,
  setRaw,
  setSnapshot,
  validate,
} from './state.ts';
import { isMistake } from './view.ts';

export function reportDenial(
  state: StoreState,
  cause: unknown,
  changes: Partial<StoreState> = { denial: undefined },
): void {
  reportWith(state, changes, 'denied', hintOf('denied'), cause);
}

/** A new entry, and the same as changes of the old one. */
export interface Write {
  readonly stored: Entry;
  /** The entry that reads return afterwards. */
  readonly entry: Entry;
  readonly changes: Root;
  /** Whitespace after the entry. */
  readonly mark?: string;
  /** Removes the old entry first: other tabs then accept the new one as a whole. */
  readonly isReplacement?: boolean;
  /** The write also deletes backups, so an unusable entry isn't backed up. */
  readonly isErasing?: boolean | undefined;
}

/**
 * Writes an entry. Returns false if that fails: if storage is full, nothing has changed; otherwise
 * the changes are held in memory.
 */
export function writeEntry(state: StoreState, write: Write): boolean {
  const { key, raw, isUnusable } = state;
  const { stored, entry, mark = '', isReplacement, isErasing } = write;
  const text = renderEntry(state, stored) + mark;
  if (state.isUnreadable) return hold(state, write);
  try {
    if (isUnusable && !isErasing) backUpText(state.area, state.methods, key, raw as string);
    if (isReplacement) removeRaw(state, key);
    setRaw(state, key, text);
    // Engines compare a string that came from storage faster than one built here.
    const written = state.area.getItem(key);
    if (written?.length !== text.length) throw new Error(hintOf('ignored'));
    setSnapshot(state, written, stored, entry);
    state.held = undefined;
    return true;
  } catch (cause) {
    if (isReplacement && raw) putBack(state, raw);
    if (isUnusable || !isQuota(cause)) return hold(state, write, cause);
    report(state, 'quota', hintOf('quota'), cause);
    return false;
  }
}

export const isQuota = (error: unknown): boolean => {
  const { name, code } = error as { name?: unknown; code?: unknown };
  return /quota/i.test(`${name} ${code}`);
};

function putBack(state: StoreState, raw: string): void {
  try {
    setRaw(state, state.key, raw);
  } catch {
    // The caller reports the first error.
  }
}

/** Holds changes in memory. Reports it once, until they are stored. */
export function hold(state: StoreState, { stored, entry, changes }: Write, cause?: unknown): false {
  const held = new Map(Object.keys(changes).map((name) => [name, stored.get(name)]));
  const next = { held, entry };
  const { isUnusable } = state;
  if (state.held || state.isUnreadable) Object.assign(state, next);
  else if (isUnusable && isQuota(cause)) {
    reportWith(state, next, 'quota', hintOf('noBackup'), cause, state.raw as string);
  } else reportDenial(state, cause, next);
  return false;
}

/** Returns whether an entry may be written. Otherwise, reports the reason. */
export function isAllowed(state: StoreState, entry: Entry): boolean {
  try {
    const problem = validate(state, entry);
    if (!problem) return true;
    report(state, 'schema', hintOf('rejected', problem) || problem);
  } catch (cause) {
    if (isMistake(cause)) throw cause;
    report(state, 'schema', hintOf('failed', cause), cause);
  }
  return false;
}

/** Returns false on an outdated page and during SSR; there, in development, with a warning. */
export function isWritable({ key, isOutdated }: StoreState): boolean {
  if (isServer()) warnOfServerWrite(key);
  return !isServer() && !isOutdated;
}
