/**
 * Inserts a call of `__guard` at the start of the body of each loop and function, so that the iframe
 * can stop an infinite loop. Line numbers don't change.
 */

import type { AnyNode, Function as FunctionNode, Program, Statement } from 'acorn';
import { simple } from 'acorn-walk';

const GUARD = '__guard()';

interface Insertion {
  readonly at: number;
  readonly text: string;
}

export function addGuards(code: string, program: Program): string {
  const insertions: Insertion[] = [];
  const around = ({ start, end }: AnyNode, before: string, after: string) =>
    insertions.push({ at: start, text: before }, { at: end, text: after });
  const inBlock = ({ start }: AnyNode) => insertions.push({ at: start + 1, text: `${GUARD};` });

  const guardLoop = ({ body }: { body: Statement }) =>
    body.type === 'BlockStatement' ? inBlock(body) : around(body, `{${GUARD};`, '}');
  const guardFunction = ({ body }: FunctionNode) =>
    body.type === 'BlockStatement' ? inBlock(body) : around(body, `(${GUARD},`, ')');

  simple(program, {
    ForStatement: guardLoop,
    ForInStatement: guardLoop,
    ForOfStatement: guardLoop,
    WhileStatement: guardLoop,
    DoWhileStatement: guardLoop,
    Function: guardFunction,
  });
  return insert(code, insertions);
}

/** The walk visits inner nodes first, so of two insertions at one position the inner one comes first. */
function insert(code: string, insertions: readonly Insertion[]): string {
  let done = 0;
  let result = '';
  for (const { at, text } of [...insertions].sort((a, b) => a.at - b.at)) {
    result += code.slice(done, at) + text;
    done = at;
  }
  return result + code.slice(done);
}
