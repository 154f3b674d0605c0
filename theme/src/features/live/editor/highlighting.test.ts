// @vitest-environment node
import { readFileSync } from 'node:fs';
import { highlightCode } from '@lezer/highlight';
import { expect, test } from 'vitest';
import { highlighters } from './highlighting';
import { loadLanguage } from './languages';

/** A script without types. */
const HIGHLIGHT = new URL('../../../../highlight.mjs', import.meta.url).href;
const SAMPLES = new URL('../../../../../docs/examples/', import.meta.url);

/** Classes that have the same color, or none. */
const ALIKE: Readonly<Record<string, string>> = { g: 'k', i: 's', a: 'p', v: '' };

const sameColor = (name = ''): string => ALIKE[name] ?? name;

/** The color of each character in the code of a page. */
function colorsOnPage(html: string): string[] {
  let current = '';
  const found: string[] = [];
  for (const [part, name] of html.matchAll(/<span class="(.)">|<\/span>|&\w+;|[\s\S]/g)) {
    if (part.length > 1 && part.startsWith('<')) {
      current = sameColor(name);
    } else {
      found.push(/\s/.test(part) ? ' ' : current);
    }
  }
  return found;
}

/** The same in the editor. */
async function colorsInEditor(name: string, source: string): Promise<string[]> {
  const { parser } = await loadLanguage(name);
  const found: string[] = [];
  highlightCode(
    source,
    parser.parse(source),
    highlighters,
    (text, names) => {
      found.push(...text.split('').map((char) => (/\s/.test(char) ? ' ' : sameColor(names))));
    },
    () => found.push(' '),
  );
  return found;
}

/** The share of equal colors. The grammars differ, for example in the names of assigned functions. */
test.each([
  ['home/raw.ts', 1],
  ['guide/quick-start/any/settings.ts', 1],
  ['guide/quick-start/any/theme-button.ts', 0.95],
  ['guide/quick-start/react/ThemeButton.tsx', 0.98],
  ['api/react/SettingsForm.tsx', 0.98],
  ['api/hooks/own-format.ts', 0.95],
  ['guide/quick-start/vue/ThemeButton.vue', 0.93],
  ['api/vue/TodoList.vue', 0.93],
])('%s has nearly the same colors as on the page', async (name, share) => {
  const source = readFileSync(new URL(name, SAMPLES), 'utf8').trimEnd();
  const { highlight } = await import(/* @vite-ignore */ HIGHLIGHT);
  const [html] = await highlight([{ code: source, language: name.split('.').at(-1) }]);
  const expected = colorsOnPage(html);
  const actual = await colorsInEditor(name, source);
  expect(actual).toHaveLength(expected.length);
  const dark = expected.flatMap((color, at) => (color === ' ' ? [] : [at]));
  const same = dark.filter((at) => actual[at] === expected[at]);
  expect(same.length / dark.length).toBeGreaterThanOrEqual(share);
});
