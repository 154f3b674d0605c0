/**
 * Runs zhlint and AutoCorrect, both with their own rules, over strings from standard input:
 * `[{ file, line, text }]`. Prints the findings: `[{ file, line, message }]`.
 */
import { stdin, stdout } from 'node:process';
import { text as readText } from 'node:stream/consumers';
import { lintFor } from '@huacnlee/autocorrect';
import { run } from 'zhlint';

const silent = { log() {}, warn() {}, error() {} };

/** Returns the lines that differ, which are clearer than the tool's messages. */
function compare(have, want) {
  const lines = want.split('\n');
  return have
    .split('\n')
    .map((line, index) => ({ index, line, better: lines[index] ?? '' }))
    .filter(({ line, better }) => line !== better);
}

function lint(text) {
  const zhlint = run(text, { rules: { preset: 'default' }, logger: silent }).result;
  const found = lintFor(text, 'page.md');
  if (found.error) throw new Error(found.error);
  return [
    ...compare(text, zhlint).map(({ index, line, better }) => [index, 'zhlint', line, better]),
    ...found.lines.map((line) => [line.l - 1, 'AutoCorrect', line.old, line.new]),
  ];
}

const findings = JSON.parse(await readText(stdin)).flatMap(({ file, line, text }) =>
  lint(text).map(([index, tool, have, want]) => ({
    file,
    line: line + index,
    message: `${tool} would write: ${want.trim()}\n  instead of: ${have.trim()}`,
  })),
);
stdout.write(JSON.stringify(findings));
