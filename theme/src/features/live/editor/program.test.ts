import type { Program } from '@tuffet-live/frame/protocol';
import { expect, test } from 'vitest';
import type { LazyStrings } from '../../../shared/strings';
import { CodeProblem } from './compiler-client';
import { compileProgram } from './program';

const strings = {
  editorNoFile: 'No file {name}.',
  editorFiles: 'No file {name}. There are {names}.',
} as LazyStrings;

const module = (code: string) => ({ code, isAsync: false });

const PROGRAM: Program = {
  entry: 'guide/pages/App.tsx',
  modules: {
    'guide/pages/App.tsx': module('old'),
    'guide/pages/settings.ts': module('settings'),
    'guide/shared/List.vue': module('list'),
    'words.ts': module('words'),
  },
};

const compile = (imports: readonly string[], source = '', program = PROGRAM) =>
  compileProgram(
    { compile: async (name) => ({ module: module(`new ${name}`), imports }) },
    program,
    source,
    strings,
    'en-US',
  );

const problemOf = (imports: readonly string[], source = '', program = PROGRAM) =>
  compile(imports, source, program).catch((error) => error);

test('the entry file is replaced, and the other files of the sample are not', async () => {
  const imports = ['react', './settings', '../shared/List.vue', '../../words', './settings.ts'];
  expect(await compile(imports)).toEqual({
    entry: PROGRAM.entry,
    modules: { ...PROGRAM.modules, [PROGRAM.entry]: module('new guide/pages/App.tsx') },
  });
});

test('a missing file is reported with the line of its import and the existing files', async () => {
  const source = "import { a } from './settings';\nimport { b } from './setings';\n";
  const problem = await problemOf(['./settings', './setings'], source);
  expect(problem).toBeInstanceOf(CodeProblem);
  expect([problem.line, problem.message]).toEqual([
    2,
    'No file ./setings. There are ./settings, ../shared/List.vue, and ../../words.',
  ]);
});

test('names of inherited properties are not files', async () => {
  const problem = await problemOf(['./constructor', './toString'], '', {
    entry: 'a.ts',
    modules: { 'a.ts': module('') },
  });
  expect([problem.line, problem.message]).toEqual([undefined, 'No file ./constructor.']);
});
