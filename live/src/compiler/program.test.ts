// @vitest-environment node

import { describe, expect, test } from 'vitest';
import { compileFile } from './compile-vue.ts';
import { collectProgram, frameworkOf } from './program.ts';

const collect = (entry: string, files: Record<string, string>) =>
  collectProgram(entry, (name) => files[name], compileFile);

describe('a program', () => {
  test('contains a file and all modules that it imports, directly or not', () => {
    const { program, packages } = collect('guide/main.ts', {
      'guide/main.ts': "import './settings'; import '../shared/tea'; import '@tuffet/core';",
      'guide/settings.ts': "import './Tea.vue'; import './main';",
      'guide/Tea.vue': '<template>tea</template>',
      'shared/tea/index.ts': "import('react');",
      'guide/other.ts': 'never();',
    });
    expect(program.entry).toBe('guide/main.ts');
    expect(Object.keys(program.modules)).toEqual([
      'guide/main.ts',
      'guide/settings.ts',
      'guide/Tea.vue',
      'shared/tea/index.ts',
    ]);
    expect([...packages]).toEqual(['vue', 'react', '@tuffet/core']);
  });

  test('omits modules that are only imported as types', () => {
    const files = { 'a.ts': "import type { B } from './b'; let b: B;" };
    expect(Object.keys(collect('a.ts', files).program.modules)).toEqual(['a.ts']);
  });

  test('without one of its files throws an error with the path and the importer', () => {
    expect(() => collect('a.ts', {})).toThrow('There is no file a.ts.');
    expect(() => collect('a.ts', { 'a.ts': "import './b';" })).toThrow(
      'a.ts imports ./b, and there is no such file.',
    );
  });

  test('with a syntax error throws an error with the position', () => {
    const files = { 'a.ts': "import './b';", 'b.ts': 'let a;\nlet b = ;' };
    expect(() => collect('a.ts', files)).toThrow('b.ts:2: Unexpected token.');
  });
});

describe('the iframe of a program', () => {
  test.each([
    [['@tuffet/core', '@tuffet/hooks/schema'], 'plain'],
    [['@tuffet/react-hooks'], 'react'],
    [['react/jsx-runtime', '@tuffet/hooks'], 'react'],
    [['react-dom/client'], 'react'],
    [['vue'], 'vue'],
    [['@tuffet/vue-hooks'], 'vue'],
    [['vuelike', 'reactive'], 'plain'],
    [[], 'plain'],
  ])('with %j is %s', (packages, framework) => {
    expect(frameworkOf(packages)).toBe(framework);
  });

  test('has at most one framework', () => {
    expect(() => frameworkOf(['vue', 'react'])).toThrow('It imports Vue and React.');
  });
});
