/**
 * Reads names of TypeScript files from standard input, and prints their strings and comments as
 * JSON. Placeholders in templates become `…`.
 */
import { readFileSync } from 'node:fs';
import ts from 'typescript';

interface Piece {
  readonly file: string;
  readonly line: number;
  readonly text: string;
  readonly isComment: boolean;
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node) || ts.isJsxText(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
}

const cleanComment = (text: string): string =>
  text
    .replace(/^\/\*\*?|\*\/$/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*(\/\/|\*)?\s?/, ''))
    .join('\n');

function commentsAround(node: ts.Node, text: string): readonly ts.CommentRange[] {
  if (ts.isJsxText(node)) return [];
  return [
    ...(ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []),
    ...(ts.getTrailingCommentRanges(text, node.getEnd()) ?? []),
  ];
}

function* descend(node: ts.Node, source: ts.SourceFile): Generator<ts.Node> {
  if (ts.isImportDeclaration(node)) return;
  yield node;
  for (const child of node.getChildren(source)) yield* descend(child, source);
}

function findPieces(name: string): Piece[] {
  const code = readFileSync(name, 'utf8');
  const source = ts.createSourceFile(name, code, ts.ScriptTarget.Latest, true);
  const nodes = [...descend(source, source)];
  // Nodes with the same start or end share their comments.
  const comments = new Map(
    nodes.flatMap((node) => commentsAround(node, code)).map(({ pos, end }) => [pos, end]),
  );
  const createPiece = (position: number, text: string, isComment: boolean): Piece => {
    const line = source.getLineAndCharacterOfPosition(position).line + 1;
    return { file: name, line, text, isComment };
  };
  return [
    ...nodes.map((node) => createPiece(node.getStart(), textOf(node) ?? '', false)),
    ...[...comments].map(([pos, end]) =>
      createPiece(pos, cleanComment(code.slice(pos, end)), true),
    ),
  ].filter(({ text }) => text);
}

const names = readFileSync(0, 'utf8').split('\n').filter(Boolean);
console.log(JSON.stringify(names.flatMap(findPieces)));
