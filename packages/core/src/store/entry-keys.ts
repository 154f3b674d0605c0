import type { Area } from '../web-storage.ts';

/** The parts of a storage key, assuming that a module stored its string. */
export interface EntryKey {
  /** The key of the module. */
  readonly owner: string;
  readonly version: number;
  readonly isBackup: boolean;
}

// `settings_v1` and `settings_v02` belong to other code.
const SUFFIX = /(?:_v([2-9]|[1-9]\d{1,15}))?(__corrupt|__backup[1-8])?$/;

/** Version 1 is stored under the key of the module itself. */
export function storedKeyOf(owner: string, version: number): string {
  return version > 1 ? `${owner}_v${version}` : owner;
}

export function parseKey(name: string): EntryKey {
  const { index, 1: digits = 1, 2: backup } = SUFFIX.exec(name) as RegExpExecArray;
  return { owner: name.slice(0, index), version: +digits, isBackup: !!backup };
}

/** Returns the keys in a storage; none if it is in memory. */
export function keysIn(area: Area): string[] {
  return Array.from({ length: area.length ?? 0 }, (_, i) => area.key?.(i) ?? '');
}
