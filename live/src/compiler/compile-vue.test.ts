// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import * as vue from 'vue';
import { compileFile } from './compile-vue.ts';
import { problemOf, runCode } from './testing.ts';

const compile = (source: string) => compileFile('folder/Tea.vue', source);

/** Renders the component. */
async function show(source: string): Promise<HTMLElement> {
  const { default: component } = runCode(compile(source).module.code, { modules: { vue } });
  const element = document.createElement('div');
  vue.createApp(component as vue.Component).mount(element);
  await vue.nextTick();
  return element;
}

describe('a component', () => {
  test('with script setup', async () => {
    const element = await show(`<script setup lang="ts">
import { ref, type Ref } from 'vue';
type Tea = { name: string };
const teas: Ref<Tea[]> = ref([{ name: 'oolong' }]);
const add = (name: string) => teas.value.push({ name });
</script>
<template>
  <button @click="add('sencha' as string)">{{ teas.map((tea) => tea.name).join() }}</button>
</template>`);
    const button = element.querySelector('button') as HTMLButtonElement;
    expect(button.textContent).toBe('oolong');
    button.click();
    await vue.nextTick();
    expect(button.textContent).toBe('oolong,sencha');
  });

  test('with typed props and defaults', async () => {
    const element = await show(`<script setup lang="ts">
const { name = 'oolong' } = defineProps<{ name?: string }>();
</script>
<template><p>{{ name }}</p></template>`);
    expect(element.innerHTML).toBe('<p>oolong</p>');
  });

  test('with options', async () => {
    const element = await show(`<template><p>{{ name }}</p></template>
<script lang="ts">
import { defineComponent } from 'vue';
export default defineComponent({ data: () => ({ name: 'oolong' as string }) });
</script>`);
    expect(element.innerHTML).toBe('<p>oolong</p>');
  });

  test('with both scripts, in JavaScript', async () => {
    const element = await show(`<script>
export default { name: 'Tea' };
</script>
<script setup>
const name = 'oolong';
</script>
<template><p>{{ name }}</p></template>`);
    expect(element.innerHTML).toBe('<p>oolong</p>');
  });

  test('without a script', async () => {
    expect((await show('<template><p>tea</p></template>')).innerHTML).toBe('<p>tea</p>');
  });

  test('with global and scoped styles', async () => {
    const element = await show(`<script setup>
const name = 'oolong';
</script>
<template><p class="tea">{{ name }}</p></template>
<style>.all { color: red; }</style>
<style scoped>.tea { color: green; }</style>`);
    const styles = [...document.querySelectorAll('style')].map((style) => style.textContent);
    expect(styles).toEqual(['.all { color: red;\n}', '.tea[data-v-sample] { color: green;\n}']);
    expect(element.querySelector('.tea[data-v-sample]')).not.toBeNull();
  });
});

test('imports are listed, and guards are inserted', () => {
  const { module, imports } = compile(`<script setup lang="ts">
import { settings } from './settings';
import type { Settings } from './types';
const load = () => settings;
</script>
<template>{{ load() }}</template>`);
  expect(imports).toEqual(['vue', './settings']);
  expect(module.code).toContain('const load = () => (__guard(),_settings.settings)');
});

test('other files are compiled as scripts', () => {
  expect(compileFile('a.ts', 'let a: 1 = 1;').module.code).toBe('"use strict";{let a = 1;\n}');
});

describe('errors have a line', () => {
  test.each([
    [
      '<script setup>\nlet a = 1;\nlet b = ;\n</script>\n<template>x</template>',
      'Unexpected token',
      3,
    ],
    [
      '<script setup>\nlet a = 1;\n</script>\n<template>\n  <p>{{ a. }}</p>\n</template>',
      /Error parsing JavaScript expression: Unexpected token/,
      5,
    ],
    ['<template>\n<p>\n</template>', 'Element is missing end tag.', 2],
    ['<template>\n<p v-else>a</p>\n</template>', /v-else/, 2],
    [
      '<script setup>\ndefineProps(1); defineProps(2);\n</script>',
      'duplicate defineProps() call',
      2,
    ],
    [
      '<script setup>\nconst a = 1;\nexport default a;\n</script>',
      /cannot contain ES module exports/,
      3,
    ],
    [
      '\n<template lang="pug">p</template>',
      '<template lang="pug"> is not compiled here. Write html.',
      2,
    ],
    [
      '<script setup lang="coffee">\na\n</script>',
      '<script lang="coffee"> is not compiled here. Write ts or js.',
      1,
    ],
    [
      '<template>x</template>\n<style lang="scss">\na {}\n</style>',
      '<style lang="scss"> is not compiled here. Write css.',
      2,
    ],
    ['<script>\nexport default {};\n</script>', 'There is nothing to show: write a <template>.', 1],
    ['', /At least one/, undefined],
  ])('%j', (source, message, line) => {
    const problem = problemOf(() => compile(source));
    expect(problem.message).toMatch(message);
    expect(problem.message).not.toContain('\n');
    expect(problem.line).toBe(line);
  });
});
