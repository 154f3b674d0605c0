/** Compiles TypeScript and JavaScript, with or without JSX, to the body of a function. */

import { type CallExpression, type Options, type Program, parse } from 'acorn';
import { base, type RecursiveVisitors, simple } from 'acorn-walk';
import { type Transform, transform } from 'sucrase';
import type { CompiledModule } from '../protocol.ts';
import { addGuards } from './guards.ts';
import { CompileError } from './problem.ts';

export interface Compiled {
  readonly module: CompiledModule;
  /** Specifiers: packages and relative paths. */
  readonly imports: readonly string[];
}

export type Compile = (name: string, source: string) => Compiled;

const TYPED = /\.(ts|tsx|vue)$/;
const KNOWN = /\.(tsx?|[cm]?js|jsx|vue)$/;
const WITH_JSX = /\.[jt]sx$/;

/** Sucrase removes namespaces with their contents, without an error. */
const NAMESPACE = /^[ \t]*(?:export[ \t]+)?(?:namespace|module)[ \t]+[\w$.]+[ \t]*\{/m;

const SYNTAX: Options = {
  ecmaVersion: 'latest',
  sourceType: 'script',
  allowAwaitOutsideFunction: true,
  allowHashBang: false,
};

const outsideFunctions: RecursiveVisitors<unknown> = { ...base, Function: () => {} };

export const compileScript: Compile = (name, source) => {
  if (!KNOWN.test(name)) throw new CompileError(`${name}: files of this kind are not compiled.`);
  const code = inBlock(toScript(name, source));
  const program = parseScript(code);
  return {
    module: { code: addGuards(code, program), isAsync: awaitsAtTop(program) },
    imports: findImports(program),
  };
};

/** Removes types, JSX and `import`, and preserves line numbers. */
function toScript(name: string, source: string): string {
  const isTyped = TYPED.test(name);
  if (isTyped) refuseNamespaces(source);
  const transforms: Transform[] = ['imports'];
  if (isTyped) transforms.push('typescript');
  if (WITH_JSX.test(name)) transforms.push('jsx');
  try {
    return transform(source, {
      transforms,
      jsxRuntime: 'automatic',
      production: true,
      disableESTransforms: true,
    }).code;
  } catch (error) {
    throw toCompileError(error);
  }
}

/** A block, so that a sample can declare variables with the names of parameters, such as `module`. */
function inBlock(script: string): string {
  return `"use strict";{${script.replace(/^"use strict";/, '')}\n}`;
}

function refuseNamespaces(source: string): void {
  const found = NAMESPACE.exec(source);
  if (!found) return;
  const line = source.slice(0, found.index).split('\n').length;
  throw new CompileError('Namespaces are not supported here. Use a module or an object.', line);
}

function parseScript(code: string): Program {
  try {
    return parse(code, SYNTAX);
  } catch (error) {
    // Lines of the compiled code are those of the source; columns are not.
    const { message, line } = toCompileError(error);
    throw new CompileError(message, line);
  }
}

/** Both parsers append the position to the message, in addition to `loc`. */
function toCompileError(error: unknown): CompileError {
  const { message, loc } = error as { message: string; loc?: { line: number; column: number } };
  const text = message.replace(/^Error transforming [^:]*: /, '').replace(/ \(\d+:\d+\)$/, '');
  return new CompileError(/[.!?]$/.test(text) ? text : `${text}.`, loc?.line, loc?.column);
}

function awaitsAtTop(program: Program): boolean {
  let isFound = false;
  const note = () => {
    isFound = true;
  };
  simple(
    program,
    {
      AwaitExpression: note,
      ForOfStatement: (loop) => loop.await && note(),
      VariableDeclaration: ({ kind }) => kind === 'await using' && note(),
    },
    outsideFunctions,
  );
  return isFound;
}

function findImports(program: Program): string[] {
  const found = new Set<string>();
  simple(program, {
    CallExpression({ callee, arguments: [first] }: CallExpression) {
      const isRequire = callee.type === 'Identifier' && callee.name === 'require';
      if (isRequire && first?.type === 'Literal' && typeof first.value === 'string') {
        found.add(first.value);
      }
    },
  });
  return [...found];
}
