// @vitest-environment node

import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CheckRequest, CheckResponse } from '../src/checker/messages.ts';
import { answer } from '../src/compiler/answer.ts';
import { compileScript } from '../src/compiler/compile-script.ts';
import { compileFile } from '../src/compiler/compile-vue.ts';
import type { CompileRequest, CompileResponse } from '../src/compiler/messages.ts';
import { buildWorkers, type Workers } from './workers.ts';

const EXAMPLES = join(import.meta.dirname, '../../docs/examples');

let folder = '';
let files: Workers['compilers'] = { plain: '', vue: '' };
let checker = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'compilers-'));
  const workers = await buildWorkers(folder);
  files = workers.compilers;
  checker = workers.checkers.typescript;
}, 30_000);
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a worker without a document and without `eval`. Returns a function that calls it. */
function startWorker<Request = CompileRequest, Response = CompileResponse>(
  file: string,
): (request: Request) => Response {
  let listen: (event: { data: Request }) => void = () => {};
  let last: Response | undefined;
  const scope = {
    addEventListener: (_: 'message', listener: typeof listen) => {
      listen = listener;
    },
    postMessage: (response: Response) => {
      last = response;
    },
    console,
    URL,
  };
  const context = createContext(Object.assign(scope, { self: scope }), {
    codeGeneration: { strings: false, wasm: false },
  });
  runInContext(readFileSync(join(folder, file), 'utf8'), context);
  return (request) => {
    listen({ data: request });
    return JSON.parse(JSON.stringify(last));
  };
}

function loadSamples(pattern: string): CompileRequest[] {
  const names = globSync(pattern, { cwd: EXAMPLES });
  const own = names.filter((name) => !name.includes('node_modules')).sort();
  return own.map((name, id) => ({ id, name, source: readFileSync(join(EXAMPLES, name), 'utf8') }));
}

// Loading Vue's compiler takes seconds on a busy machine.
describe('workers compile like the build', { timeout: 30_000 }, () => {
  test('in TypeScript and JavaScript', () => {
    const ask = startWorker(files.plain);
    const requests = loadSamples('**/*.{ts,tsx,js}');
    expect(requests.length).toBeGreaterThan(100);
    for (const request of requests) expect(ask(request)).toEqual(answer(compileScript, request));
  });

  test('in Vue', () => {
    const ask = startWorker(files.vue);
    const requests = loadSamples('{**/*.vue,guide/quick-start/**/*.ts}');
    expect(requests.some(({ name }) => name.endsWith('.vue'))).toBe(true);
    for (const request of requests) expect(ask(request)).toEqual(answer(compileFile, request));
  });
});

test('workers report errors like the build', { timeout: 30_000 }, () => {
  const [plain, vue] = [startWorker(files.plain), startWorker(files.vue)];
  const script = { id: 1, name: 'a.ts', source: 'let a;\nlet a;' };
  expect(plain(script)).toEqual(answer(compileScript, script));
  const component = { id: 2, name: 'A.vue', source: '<template>\n<p>{{ a. }}</p>\n</template>' };
  expect(vue(component)).toEqual(answer(compileFile, component));
  expect(vue(component)).toMatchObject({ error: { line: 2 } });
});

test('the checker runs without a document and without Node', { timeout: 60_000 }, () => {
  const ask = startWorker<CheckRequest, CheckResponse>(checker);
  const check = (name: string, text: string) =>
    ask({ id: 1, name, files: { [name]: text }, wants: 'errors' }).errors?.map((it) => it.message);
  const message = "TS2322: Type 'number' is not assignable to type 'string'.";
  expect(check('a.ts', 'const wrong: string = 1;')).toEqual([message]);
  const component = '<script setup lang="ts">const wrong: string = 1;</script>';
  expect(check('A.vue', component)).toEqual([message]);
});
