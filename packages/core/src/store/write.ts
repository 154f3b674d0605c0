import { removeBackups } from './backups.ts';
import { recordSnapshot, recordWrite } from './collisions.ts';
import { type Changes, changeEntry, differences, EMPTY, type Entry, type Root } from './entry.ts';
import { notify } from './listeners.ts';
import { isAllowed, isWritable, reportDenial, type Write, writeEntry } from './persistence.ts';
import { readEntry } from './read.ts';
import { isInitial, removeRaw, type StoreState, setSnapshot } from './state.ts';
import { viewOf } from './view.ts';
import { createMark, createOrigin } from './write-marks.ts';

/** Writes some properties; `undefined` removes one. Returns false if nothing was stored. */
export function commit(state: StoreState, changes: Root, intended = Object.keys(changes)): boolean {
  const known = readEntry(state);
  // An entry that can't be used only moves to a backup if the application stores something.
  if (!isWritable(state) || (state.isUnusable && !intended.length)) return false;
  const { stored: before, held } = state;
  const isNew = isReplaceable(state);
  const all = { ...valuesOf(held), ...changes };
  const entry = changeEntry(state, isNew ? state.initial : known, all, known);
  const isPlain = isNew || before === known;
  const stored = isPlain ? entry : changeEntry(state, before, all, entry);
  if (isStored(state, stored)) return true;
  if (!isAllowed(state, entry)) return false;
  const names = held ? [...new Set([...held.keys(), ...intended])] : intended;
  return update(state, names, {
    stored,
    // A property that `check` rejected may be valid together with the changed ones.
    entry: isPlain ? entry : viewOf(state, stored).entry,
    changes: all,
    mark: markOf(state, names, stored),
  });
}

function valuesOf(held: Changes = new Map()): Root {
  return Object.fromEntries(Array.from(held, ([name, cell]) => [name, cell?.value]));
}

function isStored(state: StoreState, entry: Entry): boolean {
  const isKnown = !state.held && !state.isUnreadable && !isReplaceable(state);
  return isKnown && !differences(state.stored, entry).length;
}

/** Replaces the entry. Origin: the string that a new entry was made from; empty: several strings. */
export function replace(
  state: StoreState,
  root: Root,
  deletesBackups?: boolean,
  origin?: string,
): boolean {
  const known = readEntry(state);
  if (!isWritable(state)) return false;
  const names = [...state.stored.keys(), ...known.keys()];
  const absent = Object.fromEntries(names.map((name) => [name, undefined]));
  const stored = changeEntry(state, EMPTY, root, known);
  const { entry, problem } = viewOf(state, stored);
  if (!isAllowed(state, problem ? stored : entry)) return false;
  const isDone = update(state, [...names, ...stored.keys()], {
    stored,
    entry,
    changes: { ...absent, ...root },
    mark: origin === undefined ? '' : createOrigin(origin),
    // An entry that is migrated in place must exist at any time.
    isReplacement: state.raw !== null && origin === undefined,
    isErasing: deletesBackups,
  });
  return isDone && (!deletesBackups || removeBackups(state));
}

/** Stores the initial values of properties that aren't stored. Keeps an entry that is unusable. */
export function fill(state: StoreState): void {
  readEntry(state);
  if (state.isUnusable || state.isUnreadable) return;
  const missing = [...state.initial].filter(([name]) => !state.stored.has(name));
  const values = Object.fromEntries(missing.map(([name, { value }]) => [name, value]));
  // Intends nothing: another tab may be storing other values at the same time.
  commit(state, values, []);
}

/**
 * Other tabs need no mark to infer the intent of one property, unless nothing is left but initial
 * values, or the properties next to it were not stored before. A first entry intends nothing.
 */
function markOf(state: StoreState, names: readonly string[], stored: Entry): string {
  if (!names.length && state.raw === null) return '';
  const isObvious = names.length === 1 && !isInitial(state, stored);
  return isObvious && !(state.isUnusable && state.defaults.size) ? '' : createMark(names);
}

const isReplaceable = ({ raw, isUnusable }: StoreState) => raw === null || !!isUnusable;

/**
 * Removes the entry and its backups. Erasing: on an outdated page, too, which shows initial values then.
 */
export function remove(state: StoreState, isErasing?: boolean): boolean {
  const known = readEntry(state);
  if (!isWritable(state) && !(isErasing && state.isOutdated)) return false;
  const names = [...new Set([...state.stored.keys(), ...known.keys()])];
  let isDone: boolean;
  try {
    removeRaw(state, state.key);
    isDone = removeBackups(state);
  } catch (cause) {
    reportDenial(state, cause);
    return false;
  }
  // Otherwise, if another tab stores the entry again, a repair could restore removed values.
  state.collisions.writes.clear();
  setSnapshot(state, null, EMPTY, EMPTY);
  state.held = undefined;
  notify(state.listeners, names);
  return isDone;
}

/** Writes an entry. The named properties are intended: other tabs accept them. */
function update(state: StoreState, names: readonly string[], write: Write): boolean {
  const { entry: before, stored, collisions, initial } = state;
  const isFirst = isReplaceable(state);
  // Another tab may store a first entry at the same time, which starts from the same values.
  if (isFirst) recordSnapshot(collisions, initial);
  const isDone = writeEntry(state, write);
  if (isDone) {
    state.isFirst ||= isFirst;
    // Only intended changes are protected from other tabs.
    for (const name of differences(stored, write.stored)) collisions.writes.delete(name);
    recordWrite(collisions, write.stored, names);
  }
  notify(state.listeners, differences(before, state.entry));
  return isDone;
}
