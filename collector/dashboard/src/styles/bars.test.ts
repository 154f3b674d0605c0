import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type ColorToken, contrastOf, readTokens } from '../../../../design/contrast.ts';

const read = (file: string) => readTokens(readFileSync(new URL(file, import.meta.url), 'utf8'));
const site = read('../../../../design/tokens.css');
const bars = read('./chart.css');

const named = (tokens: ReadonlyMap<string, ColorToken>, name: string): ColorToken => {
  const token = tokens.get(name);
  if (!token) {
    throw new Error(`There is no --${name}.`);
  }
  return token;
};

test.each(['bar', 'bar-second', 'bar-third'])('text on --%s has enough contrast', (name) => {
  const bar = named(bars, name);
  for (const text of ['ink', 'ink-soft', 'plum'].map((name) => named(site, name))) {
    expect(contrastOf(text.light, bar.light)).toBeGreaterThan(4.5);
    expect(contrastOf(text.dark, bar.dark)).toBeGreaterThan(4.5);
  }
});
