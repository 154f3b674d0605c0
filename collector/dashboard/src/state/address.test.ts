import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Address, defaultRange, hrefOf, pageAddress, pageOf, readAddress } from './address.ts';

const ORIGIN = 'https://docs.example';

test.each<[string, Address]>([
  ['./', {}],
  ['?days=1', { range: { days: 1 } }],
  ['?days=30', { range: { days: 30 } }],
  ['?site=a&from=2026-01-01&to=2026-01-31', { site: 'a', range: dates('01-01', '01-31') }],
  ['?page=/guide/%3Fa%3D1%26b', { page: '/guide/?a=1&b' }],
  ['?tab=traffic&days=7&page=/', { tab: 'traffic', range: { days: 7 }, page: '/' }],
])('%s is parsed to its view, which has the same URL', (href, address) => {
  expect(hrefOf(address)).toBe(href);
  expect(readAddress(href.replace('./', ''))).toEqual(address);
});

test.each([
  [null, 1],
  ['2026-11-16', 1],
  ['2026-11-17', 1],
  ['2026-11-15', 7],
  ['2026-11-10', 7],
  ['2026-11-09', 30],
  ['2024-01-01', 30],
])('a site with views since %s opens with %i days', (since, days) => {
  expect(defaultRange(since, '2026-11-16', 'traffic')).toEqual({ days });
  expect(defaultRange(since, '2026-11-16')).toEqual({ days: Math.min(days, 7) });
});

test.each([
  ['/guide/', '/guide/'],
  ['/zh/guide/', '/guide/'],
  ['/zh/', '/'],
  ['/zh', '/'],
  ['/zhuhai/', '/zhuhai/'],
])('%s belongs to the page %s', (path, page) => {
  expect(pageOf(path, ['en', 'zh'])).toBe(page);
});

test.each([
  '?days=8',
  '?days=x',
  '?from=2026-01-01',
  '?from=2026-02-01&to=2026-01-01',
  '?from=a&to=b',
])('%s is not a period, so the default of the site is shown', (search) => {
  expect(readAddress(search).range).toBeUndefined();
});

test('a page of the site has a URL', () => {
  expect(pageAddress(ORIGIN, '/guide/')).toBe(`${ORIGIN}/guide/`);
});

test.each([
  '@evil.example/login',
  '//evil.example/',
  '/\\evil.example/',
  'javascript:alert(1)',
  '.evil',
])('the page %j never leads to another host', (page) => {
  expect(new URL(pageAddress(ORIGIN, page) ?? ORIGIN).origin).toBe(ORIGIN);
});

test('every URL of a page is on the origin of its site', () => {
  const pieces = fc.constantFrom(
    '/',
    '\\',
    '@',
    ':',
    '.',
    '//',
    'evil.example',
    'https:',
    '\t',
    '?',
  );
  const page = fc.oneof(
    fc.string(),
    fc.array(pieces).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(page, (text) => {
      const address = pageAddress(ORIGIN, text);
      return address === undefined || new URL(address).origin === ORIGIN;
    }),
  );
});

test('invisible characters of the URL are not shown', () => {
  expect(readAddress('?page=/%E2%80%AEgnp.exe%C2%9B%E2%80%8B/').page).toBe('/gnp.exe/');
});

function dates(from: string, to: string) {
  return { from: `2026-${from}`, to: `2026-${to}` };
}
