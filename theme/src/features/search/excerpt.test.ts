import { expect, test } from 'vitest';
import { makeExcerpt } from './excerpt';

const show = (text: string, ...words: string[]): string => {
  const ranges = words.map((word): [number, number] => {
    const start = text.indexOf(word);
    return [start, start + word.length];
  });
  return makeExcerpt(text, ranges)
    .map((part) => (part.isMatch ? `«${part.text}»` : part.text))
    .join('');
};

const LONG = Array.from({ length: 60 }, (_, place) => `word${place}`).join(' ');

test('a short text is shown whole, with its matches', () => {
  expect(show('One line.\nAnd tea.', 'tea')).toBe('One line. And «tea».');
});

test('without a match the text is shown from its beginning', () => {
  expect(show(LONG)).toMatch(/^word0 .*…$/);
});

test('a long text is cut around the match, between words', () => {
  const shown = show(LONG, 'word40');
  expect(shown).toMatch(/^…word\d+ .*«word40» .*word\d+…$/);
  expect(shown.length).toBeLessThan(190);
});

test('the place with most matches is shown', () => {
  expect(show(LONG, 'word5', 'word45', 'word46')).toContain('«word45» «word46»');
});

test('matches that touch each other are one', () => {
  expect(show('存储模块', '存储', '储模')).toBe('«存储模»块');
});

test('addresses are left out, with the matches in them', () => {
  const text = 'Full. https://kettle.example/water.html#full Remove water.';
  expect(show(text, 'Full', 'kettle', 'Remove')).toBe('«Full». «Remove» water.');
});
