/** The first four are programming mistakes and thrown; the others are passed to the error handler. */
export type TuffetErrorCode =
  | 'invalid-options'
  | 'duplicate-key'
  | 'protected-key'
  | 'unserializable'
  | 'corrupt'
  | 'quota'
  | 'denied'
  | 'schema'
  | 'migration'
  | 'version';

const PAGE = 'https://tuffet.example/guide/other/questions-and-answers.html#error-';

/** The class of all errors that the library throws or passes to an error handler. */
export class TuffetError extends Error {
  declare readonly code: TuffetErrorCode;
  /** Storage key of the affected entry. */
  declare readonly key: string;
  /** The problem and how to fix it. Empty in production builds, except for a failed `check`. */
  declare readonly hint: string;
  /** The original error, if there is one. */
  declare readonly cause?: unknown;
  /** Raw content of an entry that couldn't be used. */
  declare readonly raw?: string;
  /** URL of the documentation for this code. */
  declare readonly link: string;

  constructor(code: TuffetErrorCode, key: string, hint = '', cause?: unknown, raw?: string) {
    const link = PAGE + code;
    super(`[tuffet] ${code} "${key}": ${hint && `${hint} `}${link}`);
    Object.assign(this, { name: 'TuffetError', code, key, hint, cause, raw, link });
  }
}

/** Called with run-time problems on the user's device. If it throws, so does the current call. */
export type ErrorHandler = (error: TuffetError) => void;
