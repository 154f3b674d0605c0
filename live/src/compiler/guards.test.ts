// @vitest-environment node

import { parse } from 'acorn';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { addGuards } from './guards.ts';
import { runCode } from './testing.ts';

const guard = (code: string) =>
  addGuards(
    code,
    parse(code, { ecmaVersion: 'latest', sourceType: 'script', allowAwaitOutsideFunction: true }),
  );

describe('a guard is inserted at the start of each body', () => {
  test.each([
    ['for (;;) { a(); }', 'for (;;) {__guard(); a(); }'],
    ['for (;;) a();', 'for (;;) {__guard();a();}'],
    ['for (;;);', 'for (;;){__guard();;}'],
    ['for (const a in b) c();', 'for (const a in b) {__guard();c();}'],
    ['for (const a of b) { c(); }', 'for (const a of b) {__guard(); c(); }'],
    ['for await (const a of b) { c(); }', 'for await (const a of b) {__guard(); c(); }'],
    ['while (a()) b()\nc()', 'while (a()) {__guard();b()}\nc()'],
    ['do a(); while (b());', 'do {__guard();a();} while (b());'],
    ['if (a) while (b) c(); else d();', 'if (a) while (b) {__guard();c();} else d();'],
    [
      'a: for (;;) b: for (;;) continue a;',
      'a: for (;;) {__guard();b: for (;;) {__guard();continue a;}}',
    ],
    ['function f(a) { return a; }', 'function f(a) {__guard(); return a; }'],
    ['(function* () { yield 1; });', '(function* () {__guard(); yield 1; });'],
    ['async function* f() {}', 'async function* f() {__guard();}'],
    ['(a) => { b(); };', '(a) => {__guard(); b(); };'],
    ['(a) => a;', '(a) => (__guard(),a);'],
    ['(a) => ({ a });', '(a) => ((__guard(),{ a }));'],
    ['(a) => (b) => a + b;', '(a) => (__guard(),(b) => (__guard(),a + b));'],
    ['for (;;) f = () => a', 'for (;;) {__guard();f = () => (__guard(),a)}'],
    ['async () => await a;', 'async () => (__guard(),await a);'],
    ['(a = () => 1) => a;', '(a = () => (__guard(),1)) => (__guard(),a);'],
    [
      'class A extends B { constructor() { super(); } get a() { return 1; } #b = () => 2; static { c(); } async *d() {} }',
      'class A extends B { constructor() {__guard(); super(); } get a() {__guard(); return 1; } #b = () => (__guard(),2); static { c(); } async *d() {__guard();} }',
    ],
    ['({ a() {}, set b(c) {} });', '({ a() {__guard();}, set b(c) {__guard();} });'],
  ])('%s', (code, guarded) => {
    expect(guard(code)).toBe(guarded);
  });
});

test('code without loops and functions is unchanged', () => {
  expect(guard('if (a) { b(); } else c;')).toBe('if (a) { b(); } else c;');
});

test('a guard that throws ends any loop, even one that catches errors', () => {
  const stop = () => {
    throw new Error('stopped');
  };
  const code = 'while (true) { try { while (true); } catch {} finally { continue; } }';
  const twice = vi.fn<() => void>(stop).mockImplementationOnce(() => {});
  expect(() => runCode(guard(code), { guard: twice })).toThrow('stopped');
});

/** Writes a program that ends. `id` returns unique numbers. */
type Writer = (id: () => number) => string;

const braces = fc.boolean();

const { statement } = fc.letrec<{ statement: Writer; body: Writer }>((tie) => {
  const leaf = fc
    .constantFrom('log(%)', 'log(%);', ';', '{}', 'if (even()) log(%)', 'var v% = log(%)')
    .map(
      (text): Writer =>
        (id) =>
          text.replaceAll('%', String(id())),
    );
  const body = fc.tuple(tie('statement'), braces).map(
    ([write, isBlock]): Writer =>
      (id) =>
        isBlock ? `{ ${write(id)} }` : write(id),
  );
  /** `%` is a unique number, `$` the nested statement. */
  const around = fc
    .tuple(
      fc.constantFrom(
        'for (let i% = 0; i% < 3; i%++) $',
        'let i% = 0\nwhile (i%++ < 2) $',
        'let i% = 0; do $\nwhile (i%++ < 2)',
        'for (const x% of [1, 2]) $',
        'for (const x% in { a: 1, b: 2 }) $',
        'for await (const x% of [1]) $',
        'outer%: for (let i% = 0; i% < 3; i%++) { for (;;) { if (even()) continue outer%; $\nbreak outer% } }',
        'if (even()) for (const x% of [1]) $\nelse log(%)',
        'async function f%(a = log(%)) { $\nreturn a }\nlog(await f%())',
        'function f%(n) { return n > 0 ? f%(n - 1) : log(%) }\nlog(f%(3)); $',
        'const f% = (a) => log(a, %)\n$\nlog(f%(1))',
        'const f% = (a) => (b) => ({ sum: a + b })\nlog(f%(1)(%).sum); $',
        'const f% = async () => { $ }\nawait f%()',
        'async function* g%() { yield log(%)\n$ }\nfor await (const x% of g%()) log(x%)',
        'function* g%() { const got = yield %; log(got) }\nconst it% = g%(); it%.next(); it%.next(%); $',
        'class C% { #p = () => log(%); constructor() { this.#p() } get v() { return % } async m() { $ } }\nawait new C%().m(); log(new C%().v)',
        'try { for (;;) { $\nthrow % } } catch (error) { log(error) } finally { log(%) }',
        'switch (%) { default: { $ } }',
        '[1, 2].forEach((x) => log(x, %))\n$',
      ),
      body,
    )
    .map(
      ([text, write]): Writer =>
        (id) => {
          const filled = text.replaceAll('%', String(id())).replace('$', () => write(id));
          return `{ ${filled}\n}`;
        },
    );
  const both = fc.tuple(tie('statement'), tie('statement')).map(
    ([one, two]): Writer =>
      (id) =>
        `{ ${one(id)}\n${two(id)} }`,
  );
  return {
    body,
    statement: fc.oneof({ maxDepth: 5, withCrossShrink: true }, leaf, around, both),
  };
});

const render = (write: Writer): string => {
  let last = 0;
  return write(() => ++last);
};

const PRELUDE = `"use strict"; const lines = exports.lines = [];
const log = (...values) => { lines.push(values.join(' ')); return lines.length; };
const even = () => lines.length % 2 === 0;\n`;

async function trace(code: string, count = () => {}): Promise<unknown> {
  const { done } = runCode(code, { isAsync: true, guard: count });
  return ((await done) as { lines: unknown }).lines;
}

test('guards preserve the behavior', async () => {
  let ran = 0;
  await fc.assert(
    fc.asyncProperty(statement.map(render), async (text) => {
      const code = PRELUDE + text;
      const guarded = guard(code);
      expect(guarded.split('\n')).toHaveLength(code.split('\n').length);
      const lines = await trace(code);
      expect(await trace(guarded, () => ran++)).toEqual(lines);
    }),
    { numRuns: 400 },
  );
  expect(ran).toBeGreaterThan(400);
});
