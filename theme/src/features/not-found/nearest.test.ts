import { expect, test } from 'vitest';
import { type Candidate, distanceBetween, findNearest } from './nearest';

const candidate = (path: string, title: string, ...formerly: string[]): Candidate => ({
  path,
  title,
  formerly,
  headings: [],
});

const PAGES = [
  candidate('/', 'Kettle'),
  candidate('/guide/', 'Guide'),
  candidate('/guide/quick-start.html', 'Quick start'),
  candidate('/guide/introduction.html', 'Introduction', '/guide/welcome.html'),
  candidate('/guide/advanced/storage-helper.html', 'Storage helper'),
  candidate('/guide/advanced/version-control.html', 'Versions and migrations'),
  candidate('/api/', 'API'),
  candidate('/api/core.html', '@kettle/core'),
  candidate('/api/types/core.html', '@kettle/core types'),
];

const nearest = (asked: string): string[] => findNearest(asked, PAGES).map(({ path }) => path);

test.for([
  ['/guide/quikc-start.html', '/guide/quick-start.html', 'transposed letters'],
  ['/guide/QuickStart', '/guide/quick-start.html', 'different case'],
  ['/guide/quick_start.php', '/guide/quick-start.html', 'different extension'],
  ['/docs/quick-start', '/guide/quick-start.html', 'different folder'],
  ['/quick-start.html', '/guide/quick-start.html', 'without a folder'],
  ['/guide/storage-helper.html', '/guide/advanced/storage-helper.html', 'missing folder'],
  ['/guide/advanced/helper', '/guide/advanced/storage-helper.html', 'half of the name'],
  ['/guide/intro', '/guide/introduction.html', 'the beginning of a name'],
  ['/guide/migrations', '/guide/advanced/version-control.html', 'a word of the title'],
  ['/guide/welcom.html', '/guide/introduction.html', 'a misspelled former path'],
  ['/api/core/options', '/api/core.html', 'a path below a page'],
  ['/api/types/cores.html', '/api/types/core.html', 'the folder decides between equal names'],
  ['/gude/', '/guide/', 'a misspelled folder'],
] as const)('%s suggests %s: %s', ([asked, expected]) => {
  expect(nearest(asked)[0]).toBe(expected);
});

const withHeadings = (path: string, title: string, ...headings: string[]): Candidate => ({
  ...candidate(path, title),
  headings,
});

const LONG_PAGES = [
  withHeadings('/api/hot.html', 'Hot', 'pour', 'pour()', 'pouring-twice', 'Pour twice'),
  withHeadings('/api/cold.html', 'Cold', 'drain', 'drain()'),
  withHeadings('/guide/pour.html', 'Pour', 'pour-slowly', 'Pour slowly'),
  candidate('/api/', 'API'),
];

test.for([
  ['/api/drain', ['/api/cold.html#drain', '/api/'], 'a heading instead of a page'],
  ['/api/pour', ['/api/hot.html#pour', '/guide/pour.html'], 'one suggestion per page'],
  ['/guide/pour-slowyl', ['/guide/pour.html#pour-slowly'], 'a more specific heading'],
  ['/guide/zzzzzz', [], 'nothing'],
] as const)('%s suggests %j: %s', ([asked, expected]) => {
  const found = findNearest(asked, LONG_PAGES).map(({ path }) => path);
  expect(found.slice(0, expected.length || 1)).toEqual(expected);
});

test('a heading is suggested with the title of its page', () => {
  expect(findNearest('/drain', LONG_PAGES)[0]).toEqual({
    path: '/api/cold.html#drain',
    title: 'drain()',
    page: 'Cold',
  });
});

test('without a similar name, only the nearest folder is suggested', () => {
  expect(nearest('/guide/advanced/zzzzzz.html')).toEqual(['/guide/']);
  expect(nearest('/zzzzzz.html')).toEqual([]);
  expect(nearest('/')).toEqual([]);
});

test('at most three different pages are suggested', () => {
  const many = Array.from({ length: 9 }, (_, index) => candidate(`/a/page-${index}.html`, 'Page'));
  const found = findNearest('/a/page-x.html', many);
  expect(new Set(found).size).toBe(3);
});

test('the language prefix is not a folder', () => {
  const chinese = [
    candidate('/zh/', 'Kettle'),
    candidate('/zh/guide/', '指南'),
    candidate('/zh/guide/quick-start.html', '快速上手'),
    candidate('/zh/guide/introduction.html', '介绍'),
  ];
  const paths = (asked: string) => findNearest(asked, chinese, '/zh/').map(({ path }) => path);
  expect(paths('/zh/guide/快速上手')[0]).toBe('/zh/guide/quick-start.html');
  expect(paths('/zh/quickstart')[0]).toBe('/zh/guide/quick-start.html');
  expect(paths('/zh/nothing-like-it')).toEqual([]);
});

test.for([
  ['', '', 0],
  ['tea', '', 3],
  ['tea', 'tea', 0],
  ['tea', 'tae', 1],
  ['kettle', 'kittle', 1],
  ['kettle', 'kettles', 1],
  ['pour', 'porous', 3],
] as const)('the distance between %j and %j is %i', ([one, other, distance]) => {
  expect(distanceBetween(one, other)).toBe(distance);
  expect(distanceBetween(other, one)).toBe(distance);
});
