/** Mistakes in the program (the first four) are thrown; the rest happens to users and is reported. */
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

export class TuffetError extends Error {
  declare readonly code: TuffetErrorCode;
  /** The stored key of the module concerned. */
  declare readonly key: string;
  /** What happened and what to do about it. */
  declare readonly hint: string;
  /** What was caught, where something was. */
  declare readonly cause?: unknown;
  /** The bytes of an entry that could not be used. */
  declare readonly raw?: string;
  /** The section of the documentation about this code. */
  declare readonly link: string;

  constructor(code: TuffetErrorCode, key: string, hint: string, cause?: unknown, raw?: string) {
    const link = PAGE + code;
    super(`[tuffet] ${code} "${key}": ${hint} ${link}`);
    Object.assign(this, { name: 'TuffetError', code, key, hint, cause, raw, link });
  }
}

/** Hears of what happens to users. Throw inside it to make the call in progress throw. */
export type ErrorHandler = (error: TuffetError) => void;
