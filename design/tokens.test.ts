import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { contrastOf, readTokens } from './contrast';

const TEXT = 4.5;
const SHAPE = 3;

const tokens = readTokens(readFileSync(`${import.meta.dirname}/tokens.css`, 'utf8'));

const SURFACES = ['linen', 'paper', 'code'];
const SOFT = ['plum-soft', 'sage-soft', 'apricot-soft', 'brick-soft'];
const CODE_COLORS = [...tokens.keys()].filter((name) => /^code-(?!inline)/.test(name));

/** Foreground, background, and the minimum contrast. */
const PAIRS: [front: string, back: string, least: number][] = [
  ...pairs(['ink', 'ink-soft', 'plum', 'sage', 'apricot', 'brick'], SURFACES, TEXT),
  ...pairs(['ink', 'plum'], [...SOFT, 'code-inline', 'selection'], TEXT),
  // Badges and changed lines.
  ['sage', 'sage-soft', TEXT],
  ['apricot', 'apricot-soft', TEXT],
  ['brick', 'brick-soft', TEXT],
  // Stored entries with their details.
  ['ink-soft', 'sage-soft', TEXT],
  // Buttons, and the marks before the titles of callouts.
  ...pairs(['linen', 'paper'], ['plum', 'sage', 'apricot', 'brick'], TEXT),
  // Code, on its own surface and in marked lines.
  ...pairs(CODE_COLORS, ['code', ...SOFT], TEXT),
  // Edges of controls, and the focus ring.
  ...pairs(['edge', 'plum'], ['linen', 'paper', 'code'], SHAPE),
];

function pairs(fronts: string[], backs: string[], least: number): typeof PAIRS {
  return fronts.flatMap((front) =>
    backs.map((back): [string, string, number] => [front, back, least]),
  );
}

describe.each(['light', 'dark'] as const)('in %s mode', (mode) => {
  test.each(PAIRS)('%s has enough contrast on %s', (front, back, least) => {
    const contrast = contrastOf(colorOf(front)[mode], colorOf(back)[mode]);
    expect(contrast).toBeGreaterThanOrEqual(least);
  });
});

test('the dark background is not black', () => {
  const [lightness, chroma] = colorOf('linen').dark;
  expect(lightness).toBeGreaterThan(0.2);
  expect(chroma).toBeGreaterThan(0.02);
});

function colorOf(name: string) {
  const token = tokens.get(name);
  if (!token) {
    throw new Error(`tokens.css has no color --${name}. Correct the list of pairs.`);
  }
  return token;
}
