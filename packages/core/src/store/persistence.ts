import { hintOf, warnOfServerWrite } from '../development.ts';
import { isServer, openMemory } from '../web-storage.ts';
import { type Entry, renderEntry } from './entry.ts';
import { report, reportWith, type StoreState, setSnapshot, validate } from './state.ts';

export const corruptKeyOf = ({ key }: StoreState): string => `${key}__corrupt`;

export function setRaw(state: StoreState, key: string, text: string): void {
  state.methods.setItem.call(state.area, key, text);
}

export function removeRaw(state: StoreState, key: string): void {
  state.methods.removeItem.call(state.area, key);
}

export function reportDenial(state: StoreState, cause: unknown): void {
  reportWith(state, 'denial', undefined, 'denied', hintOf('denied'), cause);
}

/** Writes an entry. Returns false if storage is full; nothing has changed then. */
export function writeEntry(
  state: StoreState,
  next: Entry,
  isReplacement?: boolean,
  mark = '',
): boolean {
  const { key, raw } = state;
  const text = renderEntry(state, next) + mark;
  try {
    // After a removal, other tabs accept the whole entry; they show initial values in between.
    if (isReplacement) removeRaw(state, key);
    setRaw(state, key, text);
  } catch (cause) {
    if (/quota/i.test((cause as Error).name)) {
      if (isReplacement && raw) setRaw(state, key, raw);
      report(state, 'quota', hintOf('quota'), cause);
      return false;
    }
    Object.assign(state, openMemory());
    setRaw(state, key, text);
    reportDenial(state, cause);
  }
  // Engines compare a string that came from storage faster than one built here.
  setSnapshot(state, state.area.getItem(key), next);
  return true;
}

/** Returns whether an entry may be written. Otherwise, reports the reason. */
export function isAllowed(state: StoreState, next: Entry): boolean {
  const problem = validate(state, next);
  if (problem) report(state, 'schema', hintOf('rejected', problem) || problem);
  return isWritable(state) && !problem;
}

/** Returns false during SSR; in development, with a warning. */
export function isWritable({ key }: StoreState): boolean {
  if (!isServer()) return true;
  warnOfServerWrite(key);
  return false;
}
