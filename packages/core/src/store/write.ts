import { recordWrite } from './collisions.ts';
import { changeEntry, differences, EMPTY, type Entry, type Root } from './entry.ts';
import { notify } from './listeners.ts';
import { corruptKeyOf, isAllowed, isWritable, removeRaw, writeEntry } from './persistence.ts';
import { readEntry } from './read.ts';
import { type StoreState, setSnapshot } from './state.ts';
import { createMark } from './write-marks.ts';

/** Writes some properties; `undefined` removes one. Returns false if nothing was written. */
export function commit(state: StoreState, changes: Root, intended = Object.keys(changes)): boolean {
  const entry = readEntry(state);
  if (state.isOutdated) return false;
  const base = state.raw === null ? state.initial : entry;
  return update(state, changeEntry(state, base, changes, entry), intended);
}

/** Replaces the entry, or removes it if null, and deletes the backup of a corrupted one. */
export function replace(state: StoreState, root: Root | null): boolean {
  const entry = readEntry(state);
  if (state.isOutdated) return false;
  if (!root) return remove(state);
  const next = changeEntry(state, EMPTY, root, entry);
  const isDone = update(state, next, [...entry.keys(), ...next.keys()], state.raw !== null);
  if (isDone) removeRaw(state, corruptKeyOf(state));
  return isDone;
}

function remove(state: StoreState): boolean {
  if (!isWritable(state)) return false;
  const names = [...state.entry.keys()];
  removeRaw(state, corruptKeyOf(state));
  removeRaw(state, state.key);
  // Otherwise, if another tab stores the entry again, a repair could restore removed values.
  state.collisions.writes.clear();
  setSnapshot(state, null, EMPTY);
  notify(state.listeners, names);
  return true;
}

/** Writes an entry. The named properties are intended: other tabs accept them. */
function update(state: StoreState, next: Entry, names: string[], isReplacement?: boolean): boolean {
  const isNew = state.raw === null;
  const changed = differences(state.entry, next);
  if (!changed.length && !isNew) return true;
  // Other tabs need no mark to infer the intent of a replacement, a first entry or one property.
  const mark = isReplacement || isNew || names.length === 1 ? '' : createMark(names);
  if (!isAllowed(state, next) || !writeEntry(state, next, isReplacement, mark)) return false;
  // Only intended changes are protected from other tabs, and not in a new entry, which undoes nothing.
  for (const name of changed) state.collisions.writes.delete(name);
  if (!isNew) recordWrite(state.collisions, next, names);
  notify(state.listeners, changed);
  return true;
}
