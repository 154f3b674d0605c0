import { expect, test } from 'vitest';
import { parseQuery } from './query';
import { readQuery, searchLanguage } from './search-language';
import { indexPages, type SamplePage } from './testing';
import type { SearchGroup } from './types';

const COUNT = 40;
/** Each page has the same headings, and two more pages have many sections with the word. */
const PAGES: SamplePage[] = [
  ...Array.from({ length: 2 }, (_, page) => ({
    path: `/long-${page}.html`,
    title: 'Models',
    sections: Object.fromEntries(
      Array.from({ length: 30 }, (_, section) => [`Validation ${section}`, 'validation of tea']),
    ),
  })),
  ...Array.from({ length: COUNT }, (_, page) => ({
    path: `/page-${page}.html`,
    title: `Page ${page}`,
    sections: { Validation: 'The validation of tea.', Other: 'A pot.' },
  })),
];
const INDEX = indexPages(PAGES);

async function search(text: string, steps = 1, index = INDEX, isOwn = true) {
  const reading = await readQuery(index, parseQuery(text));
  return searchLanguage(reading, steps, isOwn);
}

const pathsOf = (groups: readonly SearchGroup[]): string[] => groups.map(({ page }) => page.path);

test('the first results are of several pages, although two pages have most sections', async () => {
  const { groups, hasMore } = await search('validation');
  expect(new Set(pathsOf(groups)).size).toBe(8);
  expect(groups.every(({ results }) => results.length <= 3)).toBe(true);
  expect(hasMore).toBe(true);
});

test('every page with all words is reached, each once, and earlier results stay', async () => {
  let before: string[] = [];
  for (let steps = 1; ; steps++) {
    const { groups, hasMore } = await search('tea validation', steps);
    const paths = pathsOf(groups);
    expect(paths.slice(0, before.length)).toEqual(before);
    expect(new Set(paths).size).toBe(paths.length);
    before = paths;
    if (!hasMore) {
      break;
    }
    expect(paths).toHaveLength(8 * steps);
  }
  expect(before.toSorted()).toEqual(PAGES.map(({ path }) => path).toSorted());
});

test('a page whose sections have all words only together comes last', async () => {
  const { groups, hasMore } = await search('validation pot', 9);
  expect(hasMore).toBe(false);
  expect(pathsOf(groups).toSorted()).toEqual(
    PAGES.slice(2)
      .map(({ path }) => path)
      .toSorted(),
  );
  const one = { path: '/one.html', title: 'One', sections: { Both: 'A pot after validation.' } };
  const { groups: first } = await search('validation pot', 1, indexPages([...PAGES, one]));
  expect(pathsOf(first)[0]).toBe('/one.html');
  // No section has the whole query, so these are partial matches without missing words.
  expect(first.map(({ isPartial }) => isPartial)).toEqual([
    false,
    ...first.slice(1).map(() => true),
  ]);
  expect(first.flatMap(({ missing }) => missing)).toEqual([]);
});

test('pages with the words in different sections wait for another step if there are better ones', async () => {
  const pages = PAGES.slice(2, 10).map((page, place) =>
    place < 3 ? { ...page, sections: { Both: 'A pot after validation.' } } : page,
  );
  const index = indexPages(pages);
  const first = await search('validation pot', 1, index);
  expect([first.groups.length, first.hasMore]).toEqual([3, true]);
  const all = await search('validation pot', 2, index);
  expect([all.groups.length, all.hasMore]).toEqual([8, false]);
});

test('a page without one of the words is not among the results, except as a partial match', async () => {
  const { groups } = await search('validation kettle', 9);
  expect(groups.every(({ isPartial }) => isPartial)).toBe(true);
});

test('another language shows two pages first, and then the others', async () => {
  const { groups, hasMore } = await search('validation', 1, INDEX, false);
  expect([groups.length, hasMore]).toEqual([2, true]);
  const all = await search('validation', 9, INDEX, false);
  expect(all.groups).toHaveLength(42);
  expect(all.hasMore).toBe(false);
  expect((await search('validation pot', 6, INDEX, false)).groups).toEqual([]);
});

test('a phrase that the index cannot tell from its words is found after those that differ', async () => {
  const pages = Array.from({ length: 60 }, (_, page) => ({
    path: `/${page}.html`,
    title: 'Keys',
    sections: { Keys: page % 20 === 19 ? 'a tea-pot here' : 'tea, and a pot' },
  }));
  const { groups } = await search('tea-pot', 9, indexPages(pages));
  const complete = groups.filter(({ isPartial }) => !isPartial);
  expect(pathsOf(complete).toSorted()).toEqual(['/19.html', '/39.html', '/59.html']);
});
