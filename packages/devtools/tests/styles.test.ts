import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LAUNCHER_STYLES } from '../src/launcher/styles.ts';
import { PANEL_STYLES } from '../src/panel/styles.ts';

const tokens = readFileSync(`${import.meta.dirname}/../../../design/tokens.css`, 'utf8');
const colorsIn = (styles: string): string[] =>
  [...styles.matchAll(/light-dark\((?:[^()]|\([^()]*\))*\)/g)].map(([color]) => color);

test('all colors are those of the site', () => {
  const known = new Set(colorsIn(tokens));
  for (const [, name, value] of PANEL_STYLES.matchAll(/^ {2}(--[\w-]+): (light-dark.*);$/gm)) {
    expect(tokens).toContain(`  ${name}: ${value};`);
  }
  expect(colorsIn(PANEL_STYLES).length).toBeGreaterThan(10);
  for (const color of colorsIn(LAUNCHER_STYLES)) expect(known).toContain(color);
});
