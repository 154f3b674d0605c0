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
  ['/guide/quikc-start.html', '/guide/quick-start.html', 'letters that are swapped'],
  ['/guide/QuickStart', '/guide/quick-start.html', 'another way of writing'],
  ['/guide/quick_start.php', '/guide/quick-start.html', 'another ending'],
  ['/docs/quick-start', '/guide/quick-start.html', 'another folder'],
  ['/quick-start.html', '/guide/quick-start.html', 'no folder'],
  ['/guide/storage-helper.html', '/guide/advanced/storage-helper.html', 'a folder that is missing'],
  ['/guide/advanced/helper', '/guide/advanced/storage-helper.html', 'half of the name'],
  ['/guide/intro', '/guide/introduction.html', 'the beginning of a name'],
  ['/guide/migrations', '/guide/advanced/version-control.html', 'a word of the title'],
  ['/guide/welcom.html', '/guide/introduction.html', 'a former path, misspelt'],
  ['/api/core/options', '/api/core.html', 'something below a page'],
  ['/api/types/cores.html', '/api/types/core.html', 'the folder decides between equal names'],
  ['/gude/', '/guide/', 'a misspelt folder'],
] as const)('%s means %s: %s', ([asked, meant]) => {
  expect(nearest(asked)[0]).toBe(meant);
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
  ['/guide/pour-slowyl', ['/guide/pour.html#pour-slowly'], 'a heading that says more'],
  ['/guide/zzzzzz', [], 'nothing'],
] as const)('%s means %j: %s', ([asked, meant]) => {
  const found = findNearest(asked, LONG_PAGES).map(({ path }) => path);
  expect(found.slice(0, meant.length || 1)).toEqual(meant);
});

test('a heading is suggested with the title of its page', () => {
  expect(findNearest('/drain', LONG_PAGES)[0]).toEqual({
    path: '/api/cold.html#drain',
    title: 'drain()',
    page: 'Cold',
  });
});

test('a name that nothing is like leads to the folder it is in, and no further', () => {
  expect(nearest('/guide/advanced/zzzzzz.html')).toEqual(['/guide/']);
  expect(nearest('/zzzzzz.html')).toEqual([]);
  expect(nearest('/')).toEqual([]);
});

test('there are three at most, each once', () => {
  const many = Array.from({ length: 9 }, (_, index) => candidate(`/a/page-${index}.html`, 'Page'));
  const found = findNearest('/a/page-x.html', many);
  expect(new Set(found).size).toBe(3);
});

test('the prefix of the language is no folder', () => {
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
] as const)('from %s to %s it is %i', ([one, other, distance]) => {
  expect(distanceBetween(one, other)).toBe(distance);
  expect(distanceBetween(other, one)).toBe(distance);
});
