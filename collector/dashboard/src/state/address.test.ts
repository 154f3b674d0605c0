import { expect, test } from 'vitest';
import { hrefOf, readView, type View } from './address.ts';

test.each<[string, View]>([
  ['./', { range: { days: 30 } }],
  ['?days=7', { range: { days: 7 } }],
  ['?site=a&from=2026-01-01&to=2026-01-31', { site: 'a', range: dates('01-01', '01-31') }],
  ['?page=/guide/%3Fa%3D1%26b', { range: { days: 30 }, page: '/guide/?a=1&b' }],
])('%s leads to its view and comes from it', (href, view) => {
  expect(hrefOf(view)).toBe(href);
  expect(readView(href.replace('./', ''))).toEqual({ site: undefined, page: undefined, ...view });
});

test.each([
  '?days=8',
  '?days=x',
  '?from=2026-01-01',
  '?from=2026-02-01&to=2026-01-01',
  '?from=a&to=b',
])('%s is no period, so the usual one is shown', (search) => {
  expect(readView(search).range).toEqual({ days: 30 });
});

function dates(from: string, to: string) {
  return { from: `2026-${from}`, to: `2026-${to}` };
}
