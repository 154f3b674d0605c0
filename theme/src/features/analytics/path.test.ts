import { expect, test } from 'vitest';
import { readPath } from './path';

const LANGUAGES = { '/': 'English', '/zh/': 'Simplified-Chinese' };
const TAGS = { tags: ['analytics-route-action', 'analytics-language-action'] };

test.for([
  ['/', '/', 'English'],
  ['/guide/start.html', '/guide/start.html', 'English'],
  ['/zh/', '/', 'Simplified-Chinese'],
  ['/zh', '/', 'Simplified-Chinese'],
  ['/zh/guide/start.html', '/guide/start.html', 'Simplified-Chinese'],
  ['/zhong/', '/zhong/', 'English'],
  ['/guide/zh/', '/guide/zh/', 'English'],
  ['/zh/zh/', '/zh/', 'Simplified-Chinese'],
  ['/%E5%BC%80', '/%E5%BC%80', 'English'],
])('%s is counted as %s, in %s', TAGS, ([pathname = '', neutral, language]) => {
  const read = readPath(pathname, { base: '/', languages: LANGUAGES });
  expect(read).toEqual({ neutral, language });
});

test.for([
  ['/docs/', '/'],
  ['/docs/zh/a.html', '/a.html'],
])('the base is not part of the path: %s', TAGS, ([pathname = '', neutral]) => {
  expect(readPath(pathname, { base: '/docs/', languages: LANGUAGES })).toMatchObject({ neutral });
});
