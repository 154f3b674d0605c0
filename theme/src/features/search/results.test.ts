import { expect, test } from 'vitest';
import { removeCopies } from './results';
import type { SearchGroup } from './types';

const group = (path: string, ...texts: readonly string[]): SearchGroup => ({
  page: { title: 'Glossary', path },
  locale: path.slice(1, 3),
  isPartial: false,
  missing: [],
  results: texts.map((text) => ({
    heading: 'Blocks',
    path: `${path}#${text}`,
    excerpt: [{ text, isMatch: true }],
  })),
});

test('of results that look the same, only the first is shown', () => {
  const groups = [group('/ja/', 'block'), group('/en/', 'block', 'blocks'), group('/ko/', 'block')];
  expect(removeCopies(groups)).toEqual([group('/ja/', 'block'), group('/en/', 'blocks')]);
});
