/** The messages between the page and the worker that checks types. Positions count UTF-16 units. */

/** Requests errors, or information about a position in the code of a sample. */
export interface CheckRequest {
  /** Returned with the response. */
  readonly id: number;
  /** The path of the file that is edited. */
  readonly name: string;
  /** The text of each file of the sample, by path. */
  readonly files: Readonly<Record<string, string>>;
  readonly wants: 'errors' | 'completions' | 'description';
  /** The position for completions or a description. */
  readonly position?: number;
}

export interface TypeProblem {
  readonly from: number;
  readonly to: number;
  /** From 1. */
  readonly line: number;
  /** As the compiler prints it: `TS2322: Type …`, with the lines that explain it. */
  readonly message: string;
}

/** Longer lists aren't useful, so they are truncated. */
export const MAX_COMPLETIONS = 100;

export interface Completion {
  readonly label: string;
  /** TypeScript's name of its kind, such as `property`. */
  readonly kind: string;
}

export interface Description {
  readonly from: number;
  readonly to: number;
  readonly signature: string;
  /** The first paragraph of its comment. */
  readonly comment: string;
}

export interface CheckResponse {
  readonly id: number;
  readonly errors?: readonly TypeProblem[];
  readonly completions?: readonly Completion[];
  readonly description?: Description;
}
