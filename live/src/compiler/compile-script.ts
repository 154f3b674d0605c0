/** Compiles TypeScript and JavaScript, with or without JSX, to the body of a function. */

import { type CallExpression, type Options, type Program, parse } from 'acorn';
import { base, type RecursiveVisitors, simple } from 'acorn-walk';
import { type Transform, transform } from 'sucrase';
import type { CompiledModule } from '../protocol.ts';
import { addGuards } from './guards.ts';
import { CompileError } from './problem.ts';

export interface Compiled {
  readonly module: CompiledModule;
  /** What it imports, as it names it. */
  readonly imports: readonly string[];
}

export type Compile = (name: string, source: string) => Compiled;

const TYPED = /\.(ts|tsx|vue)$/;
const KNOWN = /\.(tsx?|[cm]?js|jsx|vue)$/;
const WITH_JSX = /\.[jt]sx$/;

/** Sucrase drops one without a word, and what it holds would be missing. */
const NAMESPACE = /^[ \t]*(?:export[ \t]+)?(?:namespace|module)[ \t]+[\w$.]+[ \t]*\{/m;

const SYNTAX: Options = {
  ecmaVersion: 'latest',
  sourceType: 'script',
  allowAwaitOutsideFunction: true,
  allowHashBang: false,
};

/** What stands in functions is not looked at. */
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

/** Without types, markup and `import`; every line stays where it is. */
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
    throw placed(error);
  }
}

/** So that it can declare what a parameter of the function is called, above all `module`. */
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
    // Columns are those of the compiled code; its lines are those of the source.
    const { message, line } = placed(error);
    throw new CompileError(message, line);
  }
}

/** Both parsers tell the place in their messages and beside them. */
function placed(error: unknown): CompileError {
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
