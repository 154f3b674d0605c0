import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CONTENT_CLASSES } from '../../../contracts/markup.gen';

const ROOT = `${import.meta.dirname}/..`;

/** The classes in the selectors of a stylesheet. */
function classesIn(styles: string): Set<string> {
  const text = styles.replace(/\/\*.*?\*\/|"[^"]*"/gs, '');
  const selectors = [...text.matchAll(/[^{};]+(?=\{)/g)].map(([selector]) => selector);
  return new Set(selectors.join(' ').match(/(?<=\.)[a-z][\w-]*/gi));
}

const read = (file: string): Set<string> => classesIn(readFileSync(`${ROOT}/${file}`, 'utf8'));

const OWN = globSync('{components,layouts}/*/styles.css', { cwd: ROOT });
const OTHERS = globSync('**/*.css', { cwd: ROOT });

test('classes are only found in selectors', () => {
  const styles = '/* .a {} */ .b > .c-d:is(.e):not(.f)::before { content: ".g"; margin: .5rem }';
  expect([...classesIn(styles)]).toEqual(['b', 'c-d', 'e', 'f']);
});

test('stylesheets are found', () => {
  expect(OWN.length).toBeGreaterThan(10);
  expect(OTHERS.length).toBeGreaterThan(OWN.length);
});

test.for(OWN)('%s shares no class with another stylesheet', (file) => {
  for (const other of OTHERS.filter((name) => name !== file)) {
    expect(
      [...read(file)].filter((name) => read(other).has(name)),
      other,
    ).toEqual([]);
  }
});

/** The words in string literals, which include the classes that the theme and live samples use. */
const SCRIPTS = ['**/*.{ts,tsx}', '../*.mjs', '../../packages/devtools/src/inspector/*.ts'];
const scripts = globSync(SCRIPTS, { cwd: ROOT }).filter((file) => !file.includes('.test.'));
const words = scripts.flatMap((file) => {
  const strings = readFileSync(`${ROOT}/${file}`, 'utf8').match(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g);
  return strings?.join(' ').match(/[a-z][\w-]*/gi) ?? [];
});
const written = new Set<string>([...Object.values(CONTENT_CLASSES), ...words]);

test.for(OTHERS)('%s only has classes that are used', (file) => {
  const unknown = [...read(file)].filter((name) => !written.has(name));
  expect(unknown.filter((name) => !name.startsWith('cm-'))).toEqual([]); // CodeMirror's own classes
});
