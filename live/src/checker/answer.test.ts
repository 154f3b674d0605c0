// @vitest-environment node

import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { buildSample } from '../../build/samples.ts';
import { collectTypes } from '../../build/types.ts';
import { createChecker } from './answer.ts';
import type { CheckRequest } from './messages.ts';

// The first check of a framework reads its types, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const EXAMPLES = join(import.meta.dirname, '../../../docs/examples');
const load = (name: string) => readFileSync(join(EXAMPLES, name), 'utf8');
const loadIfThere = (name: string) => (existsSync(join(EXAMPLES, name)) ? load(name) : undefined);
const ask = createChecker(collectTypes());

const errorsOf = (files: CheckRequest['files'], name: string) =>
  ask({ id: 1, name, files, wants: 'errors' }).errors ?? [];

const find = (pattern: string): string[] =>
  globSync(pattern, { cwd: EXAMPLES, exclude: ['**/node_modules/**'] }).sort();

test.for(find('rejected/**/*.ts'))('%s is rejected like the build rejects it', (name) => {
  const expected = load(name.replace(/\.ts$/, '.message.txt'));
  const messages = errorsOf({ [name]: load(name) }, name).map(({ message }) => `${message}\n`);
  expect(messages.join('')).toBe(expected);
});

test.for([
  { what: 'no framework', pattern: 'api/{core,hooks}/*.ts' },
  { what: 'React', pattern: '{api,guide}/**/*.tsx' },
  { what: 'Vue', pattern: '{api,guide}/**/*.vue' },
])('samples for $what have no type errors', ({ pattern }) => {
  const names = find(pattern).filter((name) => !/\.(server|test|d)\.tsx?$/.test(name));
  expect(names.length).toBeGreaterThan(5);
  for (const name of names) {
    const { source, others } = buildSample({ name, before: null, otherTab: null }, loadIfThere);
    expect(errorsOf({ ...others, [name]: source }, name), name).toEqual([]);
  }
});

const SOURCE = `import { createLocalStorage } from '@tuffet/hooks';
import { initial } from './initial';
const settings = createLocalStorage<{ theme: 'light' | 'dark' }>({ storageModuleKey: 's', initial });
settings.
`;
const FILES = {
  'a.ts': SOURCE,
  'initial.ts': "export const initial = { theme: 'light' } as const;",
};

test('an error has the position that it has in the file', () => {
  const text = SOURCE.replace('settings.\n', 'const wrong: string = 1;');
  expect(errorsOf({ ...FILES, 'a.ts': text }, 'a.ts')).toEqual([
    {
      from: text.indexOf('wrong'),
      to: text.indexOf('wrong') + 5,
      line: 4,
      message: "TS2322: Type 'number' is not assignable to type 'string'.",
    },
  ]);
});

test('the current content of other files of the sample is used', () => {
  const text = SOURCE.replace('settings.\n', '');
  expect(errorsOf({ ...FILES, 'a.ts': text }, 'a.ts')).toEqual([]);
  const [error] = errorsOf({ 'a.ts': text, 'initial.ts': 'export const initial = 1;' }, 'a.ts');
  expect(error?.message).toMatch(/^TS2322: Type 'number' is not assignable/);
});

test('completions are the names that can be written at a position', () => {
  const complete = (text: string, position: number) =>
    ask({ id: 2, name: 'a.ts', files: { ...FILES, 'a.ts': text }, position, wants: 'completions' });
  const dot = SOURCE.indexOf('settings.\n') + 'settings.'.length;
  const labels = (text: string, position: number) =>
    complete(text, position).completions?.map(({ label }) => label);
  expect(labels(SOURCE, dot)).toEqual([
    'get',
    'helper',
    'initial',
    'set',
    'storageModule',
    'subscribe',
  ]);
  expect(labels(SOURCE.replace('settings.', 'settings.h'), dot + 1)).toEqual(['helper']);
  expect(labels('', 0)).toHaveLength(100);
});

test('a name is described with its type and comment', () => {
  const describe = (position: number) =>
    ask({ id: 3, name: 'a.ts', files: FILES, position, wants: 'description' }).description;
  const from = SOURCE.indexOf('createLocalStorage');
  expect(describe(from + 3)).toMatchObject({
    from,
    to: from + 'createLocalStorage'.length,
    signature: expect.stringMatching(/^function createLocalStorage<T.*TuffetStorage<T>$/),
    comment: 'Creates a module in local storage.',
  });
  expect(describe(SOURCE.length)).toBeUndefined();
});
