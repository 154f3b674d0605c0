/** What a compiler throws, in the form that readers get. */

import type { CompileProblem } from './messages.ts';

/** A file cannot be compiled; says why and where. */
export class CompileError extends Error {
  override readonly name = 'CompileError';
  readonly line: number | undefined;
  readonly column: number | undefined;

  constructor(message: string, line?: number, column?: number) {
    super(message);
    this.line = line;
    this.column = column;
  }
}

/** As it travels to the page. */
export function toProblem(error: unknown): CompileProblem {
  const { message, line, column } = error as Partial<CompileError>;
  return {
    message: message ?? String(error),
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
  };
}
