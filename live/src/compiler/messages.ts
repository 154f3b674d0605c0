/** What the page and the worker that compiles tell each other. */

import type { CompiledModule } from '../protocol.ts';

/** To the worker: compile this file. */
export interface CompileRequest {
  /** Comes back with the answer. */
  readonly id: number;
  /** The path of the file; its ending says what language it is. */
  readonly name: string;
  readonly source: string;
}

/** Why a file could not be compiled. */
export interface CompileProblem {
  /** What is wrong, without a place. */
  readonly message: string;
  /** From 1. */
  readonly line?: number;
  /** From 1. */
  readonly column?: number;
}

/** From the worker. */
export type CompileResponse =
  | {
      readonly id: number;
      readonly module: CompiledModule;
      /** What it imports, as it names it: packages and relative paths. */
      readonly imports: readonly string[];
    }
  | { readonly id: number; readonly error: CompileProblem };
