/** Runs the modules of a program, in the order in which a browser would. */

import { hasOwn, mapGet, mapSet } from '../natives.ts';
import type { CompiledModule, Program } from '../protocol.ts';
import { isRelative, resolveModule } from '../resolve.ts';
import { whenDone } from './turns.ts';

/** By the name that samples import. */
export type Packages = Readonly<Record<string, object>>;

interface Module {
  exports: object;
}
type Body = (
  require: (specifier: string) => object,
  exports: object,
  module: Module,
  check: () => void,
) => unknown;

const AsyncFunction = (async () => {}).constructor as typeof Function;

function compile(name: string, { code, isAsync }: CompiledModule): Body {
  const Constructor = isAsync ? AsyncFunction : Function;
  const text = `${code}\n//# sourceURL=${encodeURI(name)}`;
  return new Constructor('require', 'exports', 'module', '__guard', text) as Body;
}

const resolve = ({ modules }: Program, from: string, specifier: string) =>
  resolveModule((name) => hasOwn(modules, name), from, specifier);

/** The modules of the program that a compiled module imports. */
function findImports(program: Program, name: string): string[] {
  const code = program.modules[name]?.code ?? '';
  return [...code.matchAll(/\brequire\(\s*(['"])(\.[^'"]*)\1\s*\)/g)].flatMap(
    ([, , specifier = '']) => resolve(program, name, specifier) ?? [],
  );
}

/** Imported modules with top-level `await`, which have to finish before the entry module starts. */
function findAsync(program: Program): string[] {
  const seen = new Set([program.entry]);
  const visit = (name: string): string[] =>
    findImports(program, name).flatMap((found) => {
      if (seen.has(found)) return [];
      seen.add(found);
      return [...visit(found), ...(program.modules[found]?.isAsync ? [found] : [])];
    });
  return visit(program.entry);
}

/** Runs each module once. */
function createLoader(program: Program, packages: Packages, check: () => void) {
  const modules = new Map<string, Module>();

  /** Starts a module. Returns its promise, if it has top-level `await`. */
  function begin(name: string): unknown {
    const source = program.modules[name];
    if (!source) throw new Error(`Module '${name}' not found.`);
    const module: Module = { exports: {} };
    mapSet(modules, name, module);
    const require = (specifier: string) => load(name, specifier);
    return compile(name, source)(require, module.exports, module, check);
  }

  function load(from: string, specifier: string): object {
    if (!isRelative(specifier)) {
      const found = hasOwn(packages, specifier) && packages[specifier];
      if (found) return found;
      throw new Error(`Package '${specifier}' is not available here.`);
    }
    const name = resolve(program, from, specifier);
    if (!name) throw new Error(`Module '${specifier}' not found (imported from '${from}').`);
    if (!mapGet(modules, name)) begin(name);
    return read(name);
  }

  const read = (name: string): object => mapGet(modules, name)?.exports ?? {};
  const hasBegun = (name: string) => mapGet(modules, name) !== undefined;
  return { begin, read, hasBegun };
}

/** Calls back with the exports of the entry module, or with the error. */
export function runProgram(
  program: Program,
  packages: Packages,
  check: () => void,
  done: (exports: object) => void,
  failed: (error: unknown) => void,
): void {
  const { begin, read, hasBegun } = createLoader(program, packages, check);
  const names = [...findAsync(program), program.entry];
  let next = 0;
  function proceed(): void {
    // Reading past the end could call a getter that a sample defined.
    const name = next < names.length ? names[next] : undefined;
    next += 1;
    if (name === undefined) done(read(program.entry));
    else if (hasBegun(name)) proceed();
    else run(name);
  }
  function run(name: string): void {
    try {
      const awaited = begin(name);
      if (program.modules[name]?.isAsync) whenDone(awaited as Promise<unknown>, proceed, failed);
      else proceed();
    } catch (error) {
      failed(error);
    }
  }
  proceed();
}
