/**
 * Puts bugs into the library, one by one, and counts those that the model finds:
 * `node tests/library/law/mutants.ts --count 20 --seed 1`. A bug drops, changes or reorders a call
 * that stores or removes something, or changes a condition that decides about one.
 */

import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import ts from 'typescript';
import { createRandom, LATE_SCENARIOS, type LateKind } from './late-arbitraries.ts';
import { type Libraries, loadCurrent } from './library.ts';
import { search, searchLate } from './search.ts';

const PACKAGES = fileURLToPath(new URL('../../../packages', import.meta.url));
const SOURCES = ['core/src', 'core/src/store', 'hooks/src'];

/** Calls that store, remove or back up a string, directly or through another function. */
const STORAGE_CALL =
  /\b(setItem|removeItem|setRaw|removeRaw|putBack|backUpText|removeBackups|removeOld|dropOld|writeEntry|storeValues|replace|fill|erase)(\.call)?\(/;

/** One in so many schedules is for tabs that see writes late. */
const LATE_SHARE = 10;

/** For the search for one bug, several times what it takes on a machine that does other things. */
const LIMIT_MS = 900_000;

interface Mutant {
  /** Relative to the packages. */
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  readonly kind: string;
}

type Edit = readonly [kind: string, first: ts.Node, last: ts.Node, replacement: string];

const textOf = (node: ts.Node) => node.getText(node.getSourceFile());

const isStoring = (...nodes: readonly (ts.Node | undefined)[]) =>
  nodes.some((node) => node && STORAGE_CALL.test(textOf(node)));

/** Drops a call. */
function dropsOf(node: ts.Node): Edit[] {
  return ts.isExpressionStatement(node) && isStoring(node) ? [['drop', node, node, ';']] : [];
}

/** Stores a different string, or under a different key. */
function changesOf(node: ts.Node): Edit[] {
  if (!ts.isCallExpression(node) || !STORAGE_CALL.test(`${textOf(node.expression)}(`)) return [];
  return node.arguments.flatMap((argument): Edit[] => {
    const text = textOf(argument);
    const isKey = /^(name|key)$/.test(text);
    if (isKey) return [['change', argument, argument, `\`\${${text}}x\``]];
    return /^(text|next|current|raw)\b/.test(text) ? [['change', argument, argument, "'{}'"]] : [];
  });
}

/** Swaps a call and the statement before or after it. */
function swapsOf(node: ts.Node): Edit[] {
  if (!ts.isBlock(node)) return [];
  return node.statements.flatMap((statement, i): Edit[] => {
    const next = node.statements[i + 1];
    const isFixed = !next || ts.isReturnStatement(next) || ts.isVariableStatement(statement);
    // The order of definitions doesn't matter.
    const isDefinition = [statement, next].some(
      (one) => one && /^[\w.]+ = \(.*=>/.test(textOf(one)),
    );
    if (isFixed || isDefinition || !isStoring(statement, next)) return [];
    return [['reorder', statement, next, `${textOf(next)}\n${textOf(statement)}`]];
  });
}

/** Replaces a condition that decides whether something is stored. */
function decisionsOf(node: ts.Node): Edit[] {
  return conditionsOf(node).flatMap((condition): Edit[] => [
    ['condition', condition, condition, 'true'],
    ['condition', condition, condition, 'false'],
  ]);
}

function conditionsOf(node: ts.Node): ts.Expression[] {
  if (ts.isIfStatement(node)) {
    const isDeciding = isStoring(node.thenStatement, node.elseStatement, ...guardedBy(node));
    return isDeciding ? partsOf(node.expression) : [];
  }
  if (ts.isConditionalExpression(node)) {
    return isStoring(node.whenTrue, node.whenFalse) ? partsOf(node.condition) : [];
  }
  return isCombined(node) && isStoring(node.right) ? partsOf(node.left) : [];
}

/** Returns the statements that don't run if an `if` returns. */
function guardedBy(node: ts.IfStatement): readonly ts.Statement[] {
  if (!ts.isBlock(node.parent) || !/\breturn\b/.test(textOf(node.thenStatement))) return [];
  return node.parent.statements.slice(node.parent.statements.indexOf(node) + 1);
}

const isCombined = (node: ts.Node): node is ts.BinaryExpression =>
  ts.isBinaryExpression(node) && /^(&&|\|\|)$/.test(textOf(node.operatorToken));

function mutantsOf(file: string): Mutant[] {
  const code = readFileSync(join(PACKAGES, file), 'utf8');
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
  const found = new Map<string, Mutant>();
  const visit = (node: ts.Node): void => {
    const edits = [dropsOf, changesOf, swapsOf, decisionsOf].flatMap((list) => list(node));
    for (const [kind, first, last, replacement] of edits) {
      const [start, end] = [first.getStart(source), last.getEnd()];
      found.set(`${start} ${end} ${replacement}`, { file, start, end, replacement, kind });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...found.values()];
}

/** Returns a condition and the conditions that it combines. */
function partsOf(condition: ts.Expression): ts.Expression[] {
  return isCombined(condition)
    ? [condition, ...partsOf(condition.left), ...partsOf(condition.right)]
    : [condition];
}

/** Loads the library with a bug in its production build. */
function loadMutant({ file, start, end, replacement }: Mutant): Libraries {
  const folder = mkdtempSync(join(tmpdir(), 'mutant-'));
  try {
    for (const name of ['shared', 'core', 'hooks']) {
      cpSync(join(PACKAGES, name, 'src'), join(folder, name, 'src'), { recursive: true });
    }
    const code = readFileSync(join(PACKAGES, file), 'utf8');
    writeFileSync(join(folder, file), code.slice(0, start) + replacement + code.slice(end));
    return loadCurrent(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns a schedule that breaks the law with the bug but not without it. */
function find(
  libraries: Libraries,
  sound: Libraries,
  runs: number,
  seed: number,
): string | undefined {
  const options = { runs, seed, sound };
  const { report } = search(libraries, options);
  const kinds = report ? [] : (Object.keys(LATE_SCENARIOS) as LateKind[]);
  return kinds.reduce(
    (found, kind) =>
      found ?? searchLate(libraries, kind, { ...options, runs: runs / LATE_SHARE }).report,
    report,
  );
}

function describe({ file, start, end, replacement, kind }: Mutant): string {
  const code = readFileSync(join(PACKAGES, file), 'utf8');
  const line = code.slice(0, start).split('\n').length;
  const short = (text: string) => text.replace(/\s+/g, ' ');
  return `${kind} ${file}:${line}: ${short(code.slice(start, end))} -> ${short(replacement)}`;
}

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    runs: { type: 'string', default: '20000' },
    only: { type: 'string' },
  },
});
const [count, seed, runs] = [Number(values.count), Number(values.seed), Number(values.runs)];
const random = createRandom(seed);
const all = SOURCES.flatMap((folder) =>
  readdirSync(join(PACKAGES, folder))
    .filter((name) => name.endsWith('.ts') && !/development|hints/.test(name))
    .flatMap((name) => mutantsOf(`${folder}/${name}`)),
);
const total = all.length;
const chosen = Array.from(
  { length: count },
  () => all.splice(Math.floor(random() * all.length), 1)[0] as Mutant,
);

/** A bug may cause an endless loop, so each is searched for in its own process. */
function findAlone(i: number): string {
  const args = [import.meta.filename, ...process.argv.slice(2), '--only', `${i}`];
  const { status, signal } = spawnSync(process.execPath, args, { timeout: LIMIT_MS });
  if (signal) return 'never ends, found';
  return status === 0 ? 'found' : 'NOT FOUND';
}

if (values.only) {
  const libraries = loadMutant(chosen[Number(values.only)] as Mutant);
  process.exit(find(libraries, loadCurrent(), runs, seed) ? 0 : 1);
}
let missed = 0;
for (const [i, mutant] of chosen.entries()) {
  const outcome = findAlone(i);
  if (outcome === 'NOT FOUND') missed += 1;
  process.stdout.write(`${i + 1}. ${outcome}: ${describe(mutant)}\n`);
}
process.stdout.write(
  `${count - missed} of ${count} bugs found, drawn from ${total} with seed ${seed}\n`,
);
process.exitCode = missed ? 1 : 0;
