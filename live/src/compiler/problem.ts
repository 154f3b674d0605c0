import type { CompileProblem } from './messages.ts';

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

export function toProblem(error: unknown): CompileProblem {
  const { message, line, column } = error as Partial<CompileError>;
  return {
    message: message ?? String(error),
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
  };
}
