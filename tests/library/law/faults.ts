export type Method = 'getItem' | 'setItem' | 'removeItem';

/** Something that goes wrong once, in one step. Calls are counted from 1. */
export type Fault =
  /** The process ends after the write number `at`. */
  | { readonly kind: 'kill'; readonly at: number }
  /** Storage is full when the call number `at` of setItem is made. */
  | { readonly kind: 'quota'; readonly at: number; readonly method: 'setItem' }
  /** The call number `at` of a method throws, as in a browser with a damaged profile. */
  | { readonly kind: 'error'; readonly at: number; readonly method: Method };

/** Thrown out of a storage call when the process of a page has ended. No code sees its effects. */
export const KILLED = { name: 'Killed' };

export class QuotaError extends Error {
  override readonly name = 'QuotaExceededError';
}

export class SecurityError extends Error {
  override readonly name = 'SecurityError';
}
