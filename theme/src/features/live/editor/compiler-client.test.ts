import type { CompileRequest, CompileResponse } from '@tuffet-live/frame/compiler-messages';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CHUNK_TIMEOUT_MS } from '../../../shared/constants';
import { CodeProblem, createCompiler, PATIENCE_MS } from './compiler-client';

const ADDRESS = '/base/assets/workers/plain.0a1b2c3d.js';

type Answer = (request: CompileRequest) => CompileResponse | 'silence';

const compiled = ({ id, source }: CompileRequest): CompileResponse => ({
  id,
  module: { code: source.toUpperCase(), isAsync: false },
  imports: [],
});

let answer: Answer;
let workers: FakeWorker[];

class FakeWorker extends EventTarget {
  isEnded = false;

  constructor(readonly address: string) {
    super();
    workers.push(this);
  }

  postMessage(request: CompileRequest): void {
    queueMicrotask(() => {
      const data = this.isEnded ? 'silence' : answer(request);
      data !== 'silence' && this.dispatchEvent(new MessageEvent('message', { data }));
    });
  }

  terminate(): void {
    this.isEnded = true;
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  workers = [];
  answer = compiled;
  vi.stubGlobal('Worker', FakeWorker);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const create = () => createCompiler(ADDRESS, 'too slow');

test('a file is compiled by one worker, which starts with the first', async () => {
  const compiler = create();
  expect(workers).toEqual([]);
  const module = { code: 'LET A', isAsync: false };
  expect(await compiler.compile('a.ts', 'let a')).toMatchObject({ module, imports: [] });
  await compiler.compile('a.ts', 'let b');
  expect(workers.map(({ address }) => address)).toEqual([ADDRESS]);
});

test('the worker can be started before it is needed', async () => {
  const compiler = create();
  compiler.warm();
  compiler.warm();
  await compiler.compile('a.ts', '');
  expect(workers).toHaveLength(1);
});

test('concurrent requests receive their own responses, in any order', async () => {
  const compiler = create();
  const [a, b] = await Promise.all([compiler.compile('a.ts', 'a'), compiler.compile('b.ts', 'b')]);
  expect([a.module.code, b.module.code]).toEqual(['A', 'B']);
});

test('an error in the code has a message and a line, and the worker continues', async () => {
  const compiler = create();
  answer = ({ id, name }) =>
    name === 'ready.js'
      ? compiled({ id, name, source: '' })
      : { id, error: { message: 'Unexpected token', line: 3, column: 7 } };
  const problem = await compiler.compile('a.ts', '').catch((error) => error);
  expect(problem).toBeInstanceOf(CodeProblem);
  expect([problem.message, problem.line]).toEqual(['Unexpected token', 3]);
  answer = compiled;
  await compiler.compile('a.ts', '');
  expect(workers).toHaveLength(1);
});

test('a worker that fails is not reported as an error in the code, and is replaced', async () => {
  const compiler = create();
  answer = () => 'silence';
  const result = compiler.compile('a.ts', '').catch((error) => error);
  const event = new Event('error', { cancelable: true });
  workers[0]?.dispatchEvent(event);
  const error = await result;
  expect(error).not.toBeInstanceOf(CodeProblem);
  expect(error.message).toContain(ADDRESS);
  expect(event.defaultPrevented).toBe(true);
  answer = compiled;
  await compiler.compile('a.ts', '');
  expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, false]);
});

test('a worker that does not load is not reported as an error in the code', async () => {
  answer = () => 'silence';
  const result = create()
    .compile('a.ts', '')
    .catch((error) => error);
  await vi.advanceTimersByTimeAsync(CHUNK_TIMEOUT_MS);
  const error = await result;
  expect(error).not.toBeInstanceOf(CodeProblem);
  expect(error.message).toContain('couldn’t be loaded');
});

test('a file that takes too long to compile is canceled, and the worker is stopped', async () => {
  const compiler = create();
  answer = (request) => (request.name === 'ready.js' ? compiled(request) : 'silence');
  const result = compiler.compile('a.ts', '').catch((error) => error);
  await vi.advanceTimersByTimeAsync(PATIENCE_MS - 1);
  expect(workers[0]?.isEnded).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await result).toEqual(new CodeProblem({ message: 'too slow' }));
  expect(workers[0]?.isEnded).toBe(true);
});

test('pending requests are rejected when the compiler is stopped', async () => {
  const compiler = create();
  answer = () => 'silence';
  const result = compiler.compile('a.ts', '');
  compiler.stop();
  await expect(result).rejects.toThrow('stopped');
  expect(workers[0]?.isEnded).toBe(true);
});

test.each([
  'https://elsewhere.example/base/assets/workers/compiler.0a1b2c3d.js',
  '//elsewhere.example/assets/workers/compiler.0a1b2c3d.js',
  '/base/assets/js/main.0a1b2c3d.js',
  '/base/assets/workers/../js/main.0a1b2c3d.js',
  '/base/assets/workers/compiler.js',
  'data:text/javascript,0//assets/workers/compiler.0a1b2c3d.js',
])('only workers of this site are started: not %s', async (address) => {
  const compiler = createCompiler(address, '');
  await expect(compiler.compile('a.ts', '')).rejects.toThrow('not a worker of this site');
  expect(() => compiler.warm()).toThrow('not a worker of this site');
  expect(workers).toEqual([]);
});
