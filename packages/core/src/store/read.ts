import { hintOf } from '../development.ts';
import { isServer } from '../web-storage.ts';
import { hasRecentWrites, recordSnapshot } from './collisions.ts';
import { type Changes, differences, EMPTY, type Entry, isEqual, parseEntry } from './entry.ts';
import { notify } from './listeners.ts';
import { reportDenial } from './persistence.ts';
import { report, reportWith, type StoreState, setSnapshot } from './state.ts';
import { isMistake, viewOf } from './view.ts';

/** Returns the entry that is stored now. */
export function readEntry(state: StoreState): Entry {
  const { raw, entry } = state;
  refresh(state);
  if (state.entry !== entry && raw !== undefined) {
    const changed = differences(entry, state.entry);
    // A component may be rendering now, so the others are notified afterwards.
    queueMicrotask(() => notify(state.listeners, changed));
  }
  return state.entry;
}

/** Updates the cache if the stored string has changed. Never writes. */
export function refresh(state: StoreState): void {
  const text = readRaw(state);
  if (text === state.raw || text === undefined) return;
  if (state.denial) reportDenial(state, state.denial);
  if (text !== null) load(state, text);
  else {
    const stored = isServer() ? state.initial : EMPTY;
    const held = keepHeld(state, stored);
    setSnapshot(state, text, stored, addHeld(stored, held), true);
    state.held = held;
  }
}

/**
 * Returns the stored string; on an outdated page, the one it read last; undefined if storage can't
 * be read.
 */
function readRaw(state: StoreState): string | null | undefined {
  const { raw } = state;
  if (state.isOutdated) return raw;
  let text: string | null;
  try {
    text = state.area.getItem(state.key);
  } catch (cause) {
    if (!state.isUnreadable) reportDenial(state, cause, { isUnreadable: true });
    return undefined;
  }
  state.isUnreadable = false;
  return text === null && raw && detectNewerRelease(state) ? raw : text;
}

/** Returns whether the entry is gone because a newer release migrated it. */
export function detectNewerRelease(state: StoreState): boolean {
  let newer: number | undefined;
  try {
    newer = state.findNewer?.(hasRecentWrites(state.collisions) ? (state.raw ?? null) : null);
  } catch {
    // Storage can't be listed at the moment.
  }
  if (newer) {
    state.isOutdated = true;
    report(state, 'version', hintOf('newer', newer));
  }
  return !!newer;
}

function load(state: StoreState, text: string): void {
  const parsed = parseEntry(state, text, state.stored);
  const stored = parsed ?? EMPTY;
  const { entry, problem } = viewOf(state, stored);
  const held = keepHeld(state, stored);
  const shown = addHeld(entry, held);
  const changes = { raw: text, isUnusable: !parsed, stored, held, entry: shown };
  recordSnapshot(state.collisions, stored, state.raw !== undefined);
  const cause = problem?.[1];
  if (!parsed) reportWith(state, changes, 'corrupt', hintOf('corrupt', state.key), cause, text);
  else if (problem && !isMistake(cause)) reportWith(state, changes, 'schema', ...problem, text);
  else Object.assign(state, changes);
  if (isMistake(cause)) throw cause;
}

/** Returns the changes that couldn't be stored, without properties that have been stored since. */
function keepHeld({ held, stored: before }: StoreState, stored: Entry): Changes | undefined {
  return held && new Map([...held].filter(([name]) => isEqual(before.get(name), stored.get(name))));
}

function addHeld(entry: Entry, held: Changes | undefined): Entry {
  if (!held) return entry;
  const next = new Map(entry);
  for (const [name, cell] of held) {
    if (cell) next.set(name, cell);
    else next.delete(name);
  }
  return next;
}
