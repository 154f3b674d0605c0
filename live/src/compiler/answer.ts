import type { Compile } from './compile-script.ts';
import type { CompileRequest, CompileResponse } from './messages.ts';
import { toProblem } from './problem.ts';

export function answer(compile: Compile, { id, name, source }: CompileRequest): CompileResponse {
  try {
    return { id, ...compile(name, source) };
  } catch (error) {
    return { id, error: toProblem(error) };
  }
}

export function serve(compile: Compile): void {
  self.addEventListener('message', ({ data }: MessageEvent<CompileRequest>) => {
    self.postMessage(answer(compile, data));
  });
}
