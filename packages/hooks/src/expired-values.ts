import type { Entry, Root, Store } from '@tuffet/core';
import { measureClockJump, warnOfEarlyExpiry, warnOfLateExpiry } from './development.ts';

/** Returns how long the values of a property last, in milliseconds; NaN: they don't expire. */
export type AgeOf = (name: string) => number;

/** A store whose values expire. */
export interface ExpiringStore extends Store {
  ageOf: AgeOf;
}

/** `$expires.token` is the time at which the value of `token` expires, in milliseconds since 1970. */
const PREFIX = '$expires.';

/** The maximum interval of timers, and the tolerance for a clock that was set back. */
const MINUTE_MS = 60_000;

/** The state of an entry at a point in time. */
export interface Inspection {
  /** The values that haven't expired. */
  readonly values: Entry;
  /** Changes to store: expired values to delete, and times that are missing or wrong. */
  readonly fixes: Map<string, unknown>;
  /** When the result may be outdated, in milliseconds since 1970; undefined: never. */
  readonly until: number | undefined;
}

export function inspect(store: ExpiringStore, entry: Entry, now: number): Inspection {
  const jump = measureClockJump(store);
  const values = new Map(entry);
  const fixes = new Map<string, unknown>();
  let until: number | undefined;
  const inspectValue = (name: string, age: number, text: string) => {
    const isInitial = text === store.getDefaults().get(name)?.text;
    const stored = store.getStored();
    // A time that couldn't be stored doesn't apply to a value that other code has stored since.
    const source = text === stored.get(name)?.text ? stored : entry;
    const time = source.get(PREFIX + name)?.value as number;
    if (time <= now) {
      warnOfEarlyExpiry(store, name, time, jump);
      values.delete(name);
      fixes.set(name, undefined);
    } else if (time <= now + age + MINUTE_MS) {
      fixes.delete(PREFIX + name);
      until = Math.min(until ?? now + MINUTE_MS, time);
    } else if (!isInitial && stored.has(name)) {
      warnOfLateExpiry(store, name, time, age);
      fixes.set(PREFIX + name, now + age);
    }
  };
  // `check` or `merge` may leave out a stored value.
  const isHidden = (name: string) => !entry.has(name) && store.getStored().has(name);
  for (const name of entry.keys()) {
    if (!name.startsWith(PREFIX)) continue;
    values.delete(name);
    // A time is removed unless its value needs it.
    if (!isHidden(name.slice(PREFIX.length))) fixes.set(name, undefined);
  }
  for (const [name, { text }] of values) {
    const age = store.ageOf(name);
    if (age) inspectValue(name, age, text);
  }
  return { values, fixes, until };
}

/** Returns changes with the times when they expire. Initial values don't need one. */
export function addTimes(store: ExpiringStore, changes: Root): Root {
  const next: Record<string, unknown> = { ...changes };
  for (const [name, value] of Object.entries(changes)) {
    const age = store.ageOf(name);
    const isInitial = value === undefined || value === store.getInitial().get(name)?.value;
    if (age) next[PREFIX + name] = isInitial ? undefined : Date.now() + age;
  }
  return next;
}

/** Returns only the times of an entry. */
export function timesIn(root: Root): Root {
  return Object.fromEntries(Object.entries(root).filter(([name]) => name.startsWith(PREFIX)));
}

/** Returns the values of an entry without times, and without those that expired before `now`. */
export function valuesIn(root: Root, now = 0): Root {
  const isValue = ([name]: [string, unknown]) =>
    !name.startsWith(PREFIX) && !((root[PREFIX + name] as number) <= now);
  return Object.fromEntries(Object.entries(root).filter(isValue));
}
