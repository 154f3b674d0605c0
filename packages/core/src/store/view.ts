import { hintOf } from '../development.ts';
import { TuffetError } from '../errors.ts';
import { changeEntry, EMPTY, type Entry, isObject, rootOf } from './entry.ts';
import { type StoreState, validate } from './state.ts';

/** A stored entry as reads return it. */
export interface View {
  readonly entry: Entry;
  /** Why it isn't the whole entry, to report as `schema`. */
  readonly problem?: [hint: string | undefined, cause: unknown];
}

/** Merges and validates a stored entry. Initial values replace what is rejected; nothing is written. */
export function viewOf(state: StoreState, stored: Entry): View {
  try {
    const merged = mergeDefaults(state, stored);
    const problem = validate(state, merged);
    if (!problem) return { entry: merged };
    const entry = findAccepted(state, merged);
    return { entry, problem: [hintOf('hidden', problem) || problem, undefined] };
  } catch (cause) {
    return { entry: EMPTY, problem: [hintOf('failed', cause), cause] };
  }
}

/** Returns whether an error is thrown instead of reported: `check` returned something invalid. */
export function isMistake(error: unknown): boolean {
  return error instanceof TuffetError && error.code === 'invalid-options';
}

function mergeDefaults(state: StoreState, stored: Entry): Entry {
  const { merge, defaults, entry } = state;
  if (!merge) return stored;
  const root = rootOf(stored);
  const merged: unknown = merge(root, rootOf(defaults)) ?? root;
  if (!isObject(merged)) throw new TypeError(hintOf('merged', merged));
  return changeEntry(state, EMPTY, merged, new Map([...entry, ...stored]));
}

/**
 * Leaves out what `check` rejects: a single property if that suffices, otherwise each one that is
 * rejected together with the accepted ones before it.
 */
function findAccepted(state: StoreState, entry: Entry): Entry {
  for (const name of entry.keys()) {
    const others = new Map(entry);
    others.delete(name);
    if (!validate(state, others)) return others;
  }
  let accepted = EMPTY;
  for (const [name, cell] of entry) {
    const next = new Map(accepted).set(name, cell);
    if (!validate(state, next)) accepted = next;
  }
  return accepted;
}
