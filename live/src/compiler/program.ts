/** Collects a file and the modules it imports by relative paths. */

import type { CompiledModule, Framework, Program } from '../protocol.ts';
import { isRelative, resolveModule } from '../resolve.ts';
import type { Compile, Compiled } from './compile-script.ts';
import { CompileError } from './problem.ts';

/** Returns the text of a file, or undefined if it doesn't exist. */
export type Load = (name: string) => string | undefined;

export interface Collected {
  readonly program: Program;
  /** The packages that its modules import. */
  readonly packages: ReadonlySet<string>;
}

export function collectProgram(entry: string, load: Load, compile: Compile): Collected {
  const modules: Record<string, CompiledModule> = {};
  const packages = new Set<string>();
  const add = (name: string) => {
    if (modules[name]) return;
    const { module, imports } = compileLoaded(name, load, compile);
    modules[name] = module;
    // A component with a static template imports nothing.
    if (name.endsWith('.vue')) packages.add('vue');
    for (const specifier of imports) {
      if (isRelative(specifier)) add(resolve(name, specifier, load));
      else packages.add(specifier);
    }
  };
  add(entry);
  return { program: { entry, modules }, packages };
}

function compileLoaded(name: string, load: Load, compile: Compile): Compiled {
  const source = load(name);
  if (source === undefined) throw new CompileError(`There is no file ${name}.`);
  try {
    return compile(name, source);
  } catch (error) {
    const { message, line } = error as CompileError;
    throw new CompileError(`${name}${line ? `:${line}` : ''}: ${message}`);
  }
}

function resolve(from: string, specifier: string, load: Load): string {
  const found = resolveModule((name) => load(name) !== undefined, from, specifier);
  if (found) return found;
  throw new CompileError(`${from} imports ${specifier}, and there is no such file.`);
}

const FRAMEWORKS: readonly [Framework, RegExp][] = [
  ['vue', /^(vue|@tuffet\/vue-hooks)(\/|$)/],
  ['react', /^(react|react-dom|@tuffet\/react-hooks)(\/|$)/],
];

/** Returns the iframe that has these packages. */
export function frameworkOf(packages: Iterable<string>): Framework {
  const names = [...packages];
  const found = FRAMEWORKS.filter(([, pattern]) => names.some((name) => pattern.test(name)));
  if (found.length > 1) throw new CompileError('It imports Vue and React. Keep one of them.');
  return found[0]?.[0] ?? 'plain';
}
