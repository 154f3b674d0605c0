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

const LONG = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ');

test('a short text is shown in full, with its matches', () => {
  expect(show('One line.\nAnd tea.', 'tea')).toBe('One line. And «tea».');
});

test('without a match, the excerpt is the beginning of the text', () => {
  expect(show(LONG)).toMatch(/^word0 .*…$/);
});

test('a long text is cut around the match, at word boundaries', () => {
  const shown = show(LONG, 'word40');
  expect(shown).toMatch(/^…word\d+ .*«word40» .*word\d+…$/);
  expect(shown.length).toBeLessThan(190);
});

test('the part with most matches is shown', () => {
  expect(show(LONG, 'word5', 'word45', 'word46')).toContain('«word45» «word46»');
});

test('adjacent and overlapping matches are merged', () => {
  expect(show('存储模块', '存储', '储模')).toBe('«存储模»块');
});

test('URLs are omitted, with the matches in them', () => {
  const text = 'Full. https://kettle.example/water.html#full Remove water.';
  expect(show(text, 'Full', 'kettle', 'Remove')).toBe('«Full». «Remove» water.');
});
