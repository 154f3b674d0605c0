// @vitest-environment node

import { describe, expect, test } from 'vitest';
import { compileScript } from './compile-script.ts';
import { CompileError } from './problem.ts';
import { problemOf, run } from './testing.ts';

const importsOf = (source: string, name = 'sample.ts') => compileScript(name, source).imports;

describe('every kind of file', () => {
  test.each(['.ts', '.tsx', '.js', '.mjs', '.cjs', '.jsx'])('%s runs and has exports', (end) => {
    expect(run('export const sum = [1, 2].reduce((a, b) => a + b);', `sample${end}`)).toEqual({
      sum: 3,
    });
  });

  test('other files are rejected', () => {
    expect(() => compileScript('style.css', 'p {}')).toThrow(
      'style.css: files of this kind are not compiled.',
    );
  });

  test('JSX becomes calls of the React runtime', () => {
    const source = 'export const link = <a href="#" key="k"><b>{1}</b>text</a>;';
    const runtime = {
      jsx: (type: string, props: object) => ({ type, ...props }),
      jsxs: (type: string, props: object, key: string) => ({ type, ...props, key }),
    };
    const { imports } = compileScript('sample.tsx', source);
    expect(imports).toEqual(['react/jsx-runtime']);
    expect(run(source, 'sample.tsx', { 'react/jsx-runtime': runtime }).link).toEqual({
      type: 'a',
      href: '#',
      key: 'k',
      children: [{ type: 'b', children: 1 }, 'text'],
    });
  });

  test('CommonJS is unchanged', () => {
    const source = "const { a } = require('pkg'); module.exports.b = a + 1;";
    expect(run(source, 'sample.cjs', { pkg: { a: 1 } })).toEqual({ b: 2 });
  });
});

describe('TypeScript', () => {
  test('types are removed', () => {
    const source = `
      type Id = string | number;
      interface Named { name: Id }
      declare const missing: string;
      abstract class Base<T> { abstract get(): T; declare typed: string; count?: number; }
      class Box<T extends Named> extends Base<T> {
        constructor(private readonly value: T, public flag = true) { super(); }
        override get(): T { return this.value as T satisfies Named; }
      }
      function name(named: Named): Id;
      function name(named: any) { return named!.name; }
      const identity = <T>(value: T): T => value;
      export const found = identity<Id>(name(new Box<Named>({ name: 'x' }).get()));
      export const flag = new Box({ name: 1 }).flag;`;
    expect(run(source)).toEqual({ found: 'x', flag: true });
  });

  test('type parameters of arrow functions work next to JSX', () => {
    const source = 'export const first = (<T,>(items: T[]): T => items[0]!)([7]);';
    expect(run(source, 'sample.tsx')).toEqual({ first: 7 });
  });

  test('enums have values and names', () => {
    const source = `
      enum Size { Small = 1, Large }
      const enum Color { Red = 'red' }
      export const found = [Size.Large, Size[1], Color.Red];`;
    expect(run(source)).toEqual({ found: [2, 'Small', 'red'] });
  });

  test('namespaces are rejected, since their contents would be missing', () => {
    const problem = problemOf(() => compileScript('a.ts', 'let a;\nnamespace N {\n}'));
    expect(problem).toEqual({
      message: 'Namespaces are not supported here. Use a module or an object.',
      line: 2,
    });
    expect(() => compileScript('a.ts', 'declare namespace N { let a: 1 }')).not.toThrow();
    expect(() => compileScript('a.ts', 'const namespace = 1;\nnamespace;')).not.toThrow();
  });

  test('only imports that are used as values remain, as in TypeScript', () => {
    const source = `
      import type { A } from 'only-types';
      import { type B } from 'only-types-inside';
      import { C } from 'used-as-type';
      import { d } from 'never-used';
      import {} from 'nothing';
      import 'effect';
      import { type E, e } from 'used';
      import f, * as g from 'whole';
      export * from 'again';
      export type { H } from 'type-again';
      const a: A | B | C | E = [e, f, g];`;
    expect(importsOf(source)).toEqual(['effect', 'used', 'whole', 'again']);
  });

  test('JavaScript keeps imports that it does not use', () => {
    expect(importsOf("import { a } from 'pkg';", 'sample.js')).toEqual(['pkg']);
  });
});

describe('names', () => {
  test('a program can declare a variable named module', () => {
    const source = 'const module = { tea: 1 }; // it ends with a comment\nexport { module };//';
    expect(run(source)).toEqual({ module: { tea: 1 } });
  });

  test('declarations are not global', () => {
    run('function leaked() {} var leakedToo = 1; class LeakedAs {}');
    expect(Object.keys(globalThis).filter((name) => /leaked/i.test(name))).toEqual([]);
  });
});

describe('modules', () => {
  test('imports work with defaults, names and namespaces', () => {
    const modules = {
      esm: { __esModule: true, default: 1, name: 2 },
      plain: { name: 3 },
    };
    const source = `
      import one, { name as two } from 'esm';
      import three, * as all from 'plain';
      export default [one, two, three.name, all.name, (await import('esm')).default];`;
    return expect(run(source, 'sample.ts', modules).done).resolves.toMatchObject({
      default: [1, 2, 3, 3, 1],
    });
  });

  test('exports are live bindings', () => {
    const found = run('export let count = 0; export function add() { count++; }');
    (found as { add(): void }).add();
    expect(found.count).toBe(1);
  });

  test('imports are listed once, including dynamic ones', () => {
    const source = "import './a'; import { b } from './b'; b; import('./c'); import('./b');";
    expect(importsOf(source)).toEqual(['./a', './b', './c']);
  });
});

describe('top-level await', () => {
  test.each([
    'await 1;',
    'if (true) { for (const x of [1]) { await x; } }',
    'for await (const x of []) {}',
    'const f = class { [await 1]() {} };',
    '{ await using a = null; }',
    'export const a = [await 1];',
  ])('%s makes it asynchronous', (source) => {
    expect(compileScript('a.ts', source).module.isAsync).toBe(true);
  });

  test.each([
    'async function f() { await 1; }',
    'const f = async () => await 1;',
    'class A { async f() { for await (const x of []) {} } }',
    'async function* f() { { await using a = null; } }',
    "import('./a');",
    'const text = "await 1"; // await',
  ])('%s does not', (source) => {
    expect(compileScript('a.ts', source).module.isAsync).toBe(false);
  });
});

describe('errors have a line', () => {
  test.each([
    ['const a = 1;\nconst b = ;', 'Unexpected token.', 2],
    ['const a = {', 'Unexpected token, expected ",".', 1],
    ['let a;\n}\n{', 'Unexpected token.', 2],
    ['\n/* open', 'Unterminated comment.', 2],
    ['let a;\n\nlet a;', "Identifier 'a' has already been declared.", 3],
    ['type A = 1;\nreturn 1;', "'return' outside of function.", 2],
    ['\n\nimport.meta.url;', "Cannot use 'import.meta' outside a module.", 3],
    ['\n@decorated class A {}', "Unexpected character '@'.", 2],
    ['break;', 'Unsyntactic break.', 1],
  ])('%j', (source, message, line) => {
    expect(problemOf(() => compileScript('a.ts', source))).toMatchObject({ message, line });
  });

  test('and a column if it is known', () => {
    const problem = problemOf(() => compileScript('a.tsx', 'const a =\n  <p>;'));
    expect(problem).toMatchObject({ line: 2, column: expect.any(Number) });
    expect(() => compileScript('a.ts', '(')).toThrow(CompileError);
  });
});

test('line numbers are preserved', () => {
  const source = `import { a } from 'a';
type A = {
  b: string;
};
interface B {
  c: string;
}
enum C {
  D,
}
const text = \`
\${a as A}
\`;
export const thrown = () => {
  for (const x of [1])
    throw new Error('here: 17');
};
import { z } from 'z';
export const line = 19;`;
  const lines = compileScript('a.ts', source).module.code.split('\n');
  expect(lines).toHaveLength(source.split('\n').length + 1);
  expect(lines.at(-1)).toBe('}');
  expect(lines[15]).toContain("throw new Error('here: 17')");
  expect(lines[18]).toContain('line = 19');
});
