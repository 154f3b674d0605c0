import { type Entry, StorageModule, type StorageType, type Store } from '@tuffet/core';
import { rootOf, stripMark } from '@tuffet/core/adapter';
import { parseDefinition } from './definition.ts';
import { describeInvalidOption } from './describe-options.ts';
import { findAdopter } from './foreign-entry.ts';
import { HINTS } from './hints.ts';
import { findMissingName } from './missing-names.ts';
import type { OpenOptions } from './types.ts';
import { watchWrites } from './write-warnings.ts';

// The only file of this package that reads NODE_ENV. Bundlers replace the whole expression and drop
// the code behind it for production. Without a bundler there is no `process`: that is production too.
declare const process: { env: { NODE_ENV?: string } };

/**
 * Returns the message of an error in development, and undefined in production, where the link explains
 * it. The function is empty there: esbuild drops its calls, but not with a rest parameter.
 */
export function hintOf<N extends keyof typeof HINTS>(
  name: N,
  ...details: Parameters<(typeof HINTS)[N]>
): string | undefined;
export function hintOf(
  name: keyof typeof HINTS,
  a?: unknown,
  b?: unknown,
  c?: unknown,
  d?: unknown,
): string | undefined {
  try {
    if (process.env.NODE_ENV !== 'production') {
      return (HINTS[name] as (...details: unknown[]) => string)(a, b, c, d);
    }
  } catch {}
}

/** In development, describes the first invalid option, if there is one. */
export function findInvalidOption(options: unknown): string | undefined {
  try {
    if (process.env.NODE_ENV !== 'production') return describeInvalidOption(options);
  } catch {}
}

/** In development, warns that a value expires too late. A value without a time isn't reported. */
export function warnOfLateExpiry(store: Store, name: string, time: unknown, age: number): void {
  try {
    if (process.env.NODE_ENV !== 'production' && time !== undefined) {
      console.warn(HINTS.lateExpiry(store.key, name, age));
    }
  } catch {}
}

/** The clock minus the time since the page was opened, when a store was last inspected. */
const clockOffsets = new WeakMap<Store, number>();

/** In development, returns how far the clock was set forward since the last call. */
export function measureClockJump(store: Store): number | undefined {
  try {
    if (process.env.NODE_ENV !== 'production') {
      const offset = Date.now() - performance.now();
      const jump = offset - (clockOffsets.get(store) ?? offset);
      clockOffsets.set(store, offset);
      return jump;
    }
  } catch {}
}

/** In development, warns that a value expired only because the clock was set forward. */
export function warnOfEarlyExpiry(store: Store, name: string, time: number, jump = 0): void {
  try {
    if (process.env.NODE_ENV !== 'production' && time > Date.now() - jump) {
      console.warn(HINTS.earlyExpiry(store.key, name));
    }
  } catch {}
}

/**
 * In development, says what is deleted because the version was raised without migrations. Otherwise,
 * warns if another library seems to have stored the string, and there is no `adopt`.
 */
export function warnOfOldEntry(
  { storageModuleKey: key, initial, serializer, adopt }: OpenOptions,
  text: string | undefined,
  dropped: number | undefined,
): void {
  try {
    if (process.env.NODE_ENV !== 'production' && text !== undefined) {
      if (dropped) {
        const names = Object.keys(serializer.parse(stripMark(text)) as object);
        console.warn(HINTS.dropped(key, dropped, names));
      } else {
        const adopter = adopt ? undefined : findAdopter(JSON.parse(text), initial);
        if (adopter) console.warn(HINTS.foreignEntry(key, adopter));
      }
    }
  } catch {}
}

/** In development, warns if a stored object lacks a field of its initial value. */
export function warnOfMissingName(
  options: { storageModuleKey: string; initial: object; merge?: unknown },
  stored: Entry,
): void {
  try {
    if (process.env.NODE_ENV !== 'production') {
      const { storageModuleKey: key, initial, merge } = options;
      const path = merge ? undefined : findMissingName(rootOf(stored), initial);
      if (path) console.warn(HINTS.missingName(key, path));
    }
  } catch {}
}

/** In development, warns of misspelled names, and of values that can't be stored as they are. */
export function warnOfLossyWrites(store: Store): void {
  try {
    if (process.env.NODE_ENV !== 'production') watchWrites(store);
  } catch {}
}

/**
 * In development, ends the effects of the previous definition of a module: hot reload may have
 * changed the version or `protect`. In production, a definition never changes.
 */
export function releaseDefinition(type: StorageType, key: string, previous?: string): void {
  try {
    if (process.env.NODE_ENV !== 'production') release(type, key, previous);
  } catch {}
}

function release(type: StorageType, key: string, previous?: string): void {
  const replaced = parseDefinition(key, previous);
  if (!replaced) return;
  const module = new StorageModule(replaced.storedKey, type, true);
  // This page removes the entry, not a newer release in another tab.
  module.store.configure({ findNewer: () => undefined });
  if (replaced.isProtected) module.getHelper().cancelProtect();
}
