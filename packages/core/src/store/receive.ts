import {
  type ForeignWrite,
  hasRecentWrites,
  type Intent,
  resolveForeignWrite,
} from './collisions.ts';
import { changeEntry, differences, EMPTY, type Entry, parseEntry } from './entry.ts';
import { notify } from './listeners.ts';
import { writeEntry } from './persistence.ts';
import { detectNewerRelease, refresh } from './read.ts';
import { isInitial, type StoreState } from './state.ts';
import { viewOf } from './view.ts';
import { createMark, readMark } from './write-marks.ts';

/** Processes an event after which storage may have changed. */
export function receive(state: StoreState, event: Partial<StorageEvent>): void {
  const { area, key, entry } = state;
  const { storageArea = area, newValue } = event;
  if (storageArea !== area || (event.key ?? key) !== key) return;
  if (!newValue) state.isFirst = false;
  try {
    // The entry may exist again: this tab may have written after the removal.
    if (newValue === null && state.raw && !state.isOutdated) detectNewerRelease(state);
    refresh(state);
    // A pageshow event has no values.
    if (newValue !== undefined && !state.isOutdated) repair(state, event);
  } finally {
    notify(state.listeners, differences(entry, state.entry));
  }
}

/**
 * Writes values of this tab again that a foreign write undid without having seen them. Nothing else
 * is ever written because of another tab.
 */
function repair(state: StoreState, event: Partial<StorageEvent>): void {
  const { collisions, stored: known } = state;
  const foreign = event.key === null ? undefined : describeWrite(state, event);
  const undone = resolveForeignWrite(collisions, foreign);
  if (!undone.length || !state.raw || state.isUnusable) return;
  const changes = Object.fromEntries(undone);
  const stored = changeEntry(state, known, changes, known);
  const { entry } = viewOf(state, stored);
  writeEntry(state, { stored, entry, changes, mark: createMark([]) });
}

function describeWrite(state: StoreState, event: Partial<StorageEvent>): ForeignWrite | undefined {
  const { raw, stored, isUnusable, collisions, initial } = state;
  const { oldValue, newValue } = event;
  const parse = (text: string | null | undefined) => parseEntry(state, text, stored);
  const known = isUnusable ? undefined : stored;
  const after = newValue === raw ? known : newValue ? parse(newValue) : EMPTY;
  const before = hasRecentWrites(collisions) ? (parse(oldValue) ?? EMPTY) : EMPTY;
  return after && { before, after, intent: intentOf(state, event, after), initial };
}

function intentOf(
  state: StoreState,
  { oldValue, newValue }: Partial<StorageEvent>,
  after: Entry,
): Intent | undefined {
  if (!newValue) return () => true;
  const isFill = isInitial(state, after);
  // Otherwise, an entry that is stored where none was is intended as a whole. Firefox also reports that
  // none was if both tabs store a first entry at the same time.
  if (!isFill && !oldValue && !state.isFirst) return () => true;
  return readMark(newValue) ?? (isFill ? () => false : undefined);
}
