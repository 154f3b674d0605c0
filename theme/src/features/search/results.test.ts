import { expect, test } from 'vitest';
import { removeCopies } from './results';
import type { SearchGroup } from './types';

const group = (path: string, ...texts: readonly string[]): SearchGroup => ({
  page: { title: 'Glossary', path },
  locale: path.slice(1, 3),
  isPartial: false,
  missing: [],
  step: 0,
  results: texts.map((text) => ({
    heading: 'Blocks',
    path: `${path}#${text}`,
    excerpt: [{ text, isMatch: true }],
  })),
});

test('of results that look the same, only those in the first language are shown', () => {
  const groups = [group('/ja/', 'block'), group('/en/', 'block', 'blocks'), group('/ko/', 'block')];
  expect(removeCopies(groups)).toEqual([group('/ja/', 'block'), group('/en/', 'blocks')]);
});

test('pages of one language that look the same are all shown', () => {
  const groups = [group('/en/1/', 'block'), group('/en/2/', 'block'), group('/ja/', 'block')];
  expect(removeCopies(groups)).toEqual(groups.slice(0, 2));
});
