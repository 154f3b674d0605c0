/** The messages between the page and a compiler worker. */

import type { CompiledModule } from '../protocol.ts';

export interface CompileRequest {
  /** Returned with the response. */
  readonly id: number;
  /** The path of the file. Its extension is the language. */
  readonly name: string;
  readonly source: string;
}

export interface CompileProblem {
  /** Without a position. */
  readonly message: string;
  /** From 1. */
  readonly line?: number;
  /** From 1. */
  readonly column?: number;
}

export type CompileResponse =
  | {
      readonly id: number;
      readonly module: CompiledModule;
      /** Specifiers: packages and relative paths. */
      readonly imports: readonly string[];
    }
  | { readonly id: number; readonly error: CompileProblem };
