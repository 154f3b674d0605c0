// @vitest-environment node

import { expect, test } from 'vitest';
import { buildSample } from './samples.ts';

const FILES: Record<string, string> = {
  'a/main.ts': "import { tea } from './tea'; console.log(tea);",
  'a/tea.ts': "export const tea = 'oolong';",
  'a/main.before.ts': "import './tea';",
  'a/main.other-tab.ts': "import { createApp } from 'vue'; createApp;",
  'a/Tea.vue': '<template>tea</template>',
  'a/Both.tsx': "import { ref } from 'vue'; export const both = <p>{ref}</p>;",
};

const build = (name: string, before: string | null = null, otherTab: string | null = null) =>
  buildSample({ name, before, otherTab }, (file) => FILES[file]);

test('a sample contains its programs, its source, and the names of its iframe and workers', () => {
  const { before, program, otherTab, ...rest } = build(
    ...(['a/main.ts', 'a/main.before.ts', 'a/main.other-tab.ts'] as const),
  );
  expect(rest).toEqual({
    id: 'a/main.ts',
    // One of its programs needs Vue, so all run in the iframe for Vue.
    framework: 'vue',
    frame: 'vue',
    source: FILES['a/main.ts'],
    others: { 'a/tea.ts': FILES['a/tea.ts'] },
    compiler: 'plain',
    checker: 'typescript',
  });
  expect(Object.keys(program.modules)).toEqual(['a/main.ts', 'a/tea.ts']);
  expect(before.map(({ entry }) => entry)).toEqual(['a/main.before.ts']);
  expect(otherTab?.entry).toBe('a/main.other-tab.ts');
});

test('a sample without companions has none', () => {
  expect(build('a/tea.ts')).toMatchObject({ framework: 'plain', before: [] });
  expect(build('a/tea.ts')).not.toHaveProperty('otherTab');
});

test('a .vue file has the compiler for Vue', () => {
  expect(build('a/Tea.vue')).toMatchObject({ framework: 'vue', compiler: 'vue' });
});

test('the error for two frameworks contains the sample', () => {
  expect(() => build('a/Both.tsx')).toThrow('a/Both.tsx: It imports Vue and React.');
});
