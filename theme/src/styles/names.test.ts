import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CONTENT_CLASSES } from '../../../contracts/markup.gen';

const ROOT = `${import.meta.dirname}/..`;

/** The classes that a stylesheet speaks of. */
function classesIn(styles: string): Set<string> {
  const text = styles.replace(/\/\*.*?\*\/|"[^"]*"/gs, '');
  const selectors = [...text.matchAll(/[^{};]+(?=\{)/g)].map(([selector]) => selector);
  return new Set(selectors.join(' ').match(/(?<=\.)[a-z][\w-]*/gi));
}

const read = (file: string): Set<string> => classesIn(readFileSync(`${ROOT}/${file}`, 'utf8'));

const OWN = globSync('{components,layouts}/*/styles.css', { cwd: ROOT });
const OTHERS = globSync('**/*.css', { cwd: ROOT });

test('classes are found in selectors alone', () => {
  const styles = '/* .a {} */ .b > .c-d:is(.e):not(.f)::before { content: ".g"; margin: .5rem }';
  expect([...classesIn(styles)]).toEqual(['b', 'c-d', 'e', 'f']);
});

test('there are styles to look at', () => {
  expect(OWN.length).toBeGreaterThan(10);
  expect(OTHERS.length).toBeGreaterThan(OWN.length);
});

test.for(OWN)('%s has no class that another stylesheet has', (file) => {
  for (const other of OTHERS.filter((name) => name !== file)) {
    expect(
      [...read(file)].filter((name) => read(other).has(name)),
      other,
    ).toEqual([]);
  }
});

/** The words in strings of scripts: among them are the classes that the theme and Live write. */
const SCRIPTS = ['**/*.{ts,tsx}', '../*.mjs', '../../live/inspector/src/*.ts'];
const scripts = globSync(SCRIPTS, { cwd: ROOT }).filter((file) => !file.includes('.test.'));
const words = scripts.flatMap((file) => {
  const strings = readFileSync(`${ROOT}/${file}`, 'utf8').match(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g);
  return strings?.join(' ').match(/[a-z][\w-]*/gi) ?? [];
});
const written = new Set<string>([...Object.values(CONTENT_CLASSES), ...words]);

test.for(OTHERS)('%s has only classes that somebody writes', (file) => {
  const unknown = [...read(file)].filter((name) => !written.has(name));
  expect(unknown.filter((name) => !name.startsWith('cm-'))).toEqual([]); // those of CodeMirror
});
