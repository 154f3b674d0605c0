/** Runs compiled code like an iframe does, for tests. */

import { compileScript } from './compile-script.ts';
import type { CompileProblem } from './messages.ts';
import { toProblem } from './problem.ts';

/** The exports of a module; `done` if it has top-level `await`. */
type Exports = Record<string, unknown> & { done?: Promise<object> };

const AsyncFunction = (async () => {}).constructor as FunctionConstructor;

export function run(source: string, name = 'sample.ts', modules: Record<string, object> = {}) {
  const { code, isAsync } = compileScript(name, source).module;
  return runCode(code, { isAsync, modules });
}

interface Setting {
  readonly isAsync?: boolean;
  readonly modules?: Record<string, object>;
  readonly guard?: () => void;
}

export function runCode(code: string, setting: Setting = {}): Exports {
  const { isAsync = false, modules = {}, guard = () => {} } = setting;
  const module = { exports: {} as Exports };
  const make = isAsync ? AsyncFunction : Function;
  const call = make('require', 'exports', 'module', '__guard', code);
  const result = call((wanted: string) => modules[wanted], module.exports, module, guard);
  if (!isAsync) return module.exports;
  return { done: result.then(() => module.exports) };
}

export function problemOf(action: () => unknown): CompileProblem {
  try {
    action();
  } catch (error) {
    return toProblem(error);
  }
  throw new Error('Nothing was thrown.');
}
