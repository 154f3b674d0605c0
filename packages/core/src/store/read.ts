import { hintOf } from '../development.ts';
import { isServer } from '../web-storage.ts';
import { differences, EMPTY, type Entry, parseEntry } from './entry.ts';
import { notify } from './listeners.ts';
import { corruptKeyOf, reportDenial, setRaw, writeEntry } from './persistence.ts';
import { report, reportWith, type StoreState, setSnapshot, validate } from './state.ts';

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

/** Updates the cache if the stored string has changed. */
export function refresh(state: StoreState): void {
  const text = readRaw(state);
  if (text === state.raw) return;
  if (state.denial) reportDenial(state, state.denial);
  if (text === null) setSnapshot(state, text, isServer() ? state.initial : EMPTY, true);
  else load(state, text);
}

/** Returns the stored string; on an outdated page, the one it read last. */
function readRaw(state: StoreState): string | null {
  const { raw } = state;
  const text = state.isOutdated ? (raw as string) : state.area.getItem(state.key);
  return text === null && raw && detectNewerRelease(state) ? raw : text;
}

/** Returns whether the entry is gone because a newer release migrated it. */
export function detectNewerRelease(state: StoreState): boolean {
  const newer = state.findNewer?.();
  if (newer) {
    state.isOutdated = true;
    report(state, 'version', hintOf('newer', newer));
  }
  return !!newer;
}

function load(state: StoreState, text: string): void {
  const next = parseEntry(state, text, state.entry);
  const problem = next && validate(state, next);
  if (!next) reset(state, text, 'corrupt');
  else if (problem) reset(state, text, 'schema', problem);
  else setSnapshot(state, text, next, true);
}

/** Backs up an unusable entry and resets the module. If the error handler throws, nothing changes. */
function reset(state: StoreState, text: string, code: 'schema' | 'corrupt', problem = ''): void {
  const corruptKey = corruptKeyOf(state);
  const hint = hintOf('reset', problem, corruptKey) || problem;
  reportWith(state, 'raw', text, code, hint, undefined, text);
  // The handler may have removed or replaced the entry.
  if (state.raw === null) return;
  try {
    setRaw(state, corruptKey, text);
  } catch {
    // Storage is full: the text is still in error.raw.
  }
  if (state.raw !== text) return;
  setSnapshot(state, null, EMPTY);
  writeEntry(state, state.initial, true);
}
