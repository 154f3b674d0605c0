import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { RenderContext } from '../../../contracts/records.gen';
import { breadcrumbsOf } from '../shared/breadcrumbs';
import { sampleChrome, samplePage } from '../testing/samples';
import type { Chrome, Page } from './data';
import { StructuredData } from './structured-data';

const context = { address: 'https://site.example' } as RenderContext;

function markupOf(page: Partial<Page> = {}, chrome: Partial<Chrome> = {}): string {
  const view = { page: samplePage(page), chrome: sampleChrome(chrome) };
  return renderToString(<StructuredData {...view} context={context} />);
}

function dataOf(page: Partial<Page> = {}, chrome: Partial<Chrome> = {}): unknown {
  const place = document.createElement('div');
  place.innerHTML = markupOf(page, chrome);
  const script = place.querySelector('script[type="application/ld+json"]');
  return JSON.parse(script?.textContent ?? '');
}

test('a page is an article with the way to it, of which each step has an address', () => {
  expect(dataOf()).toEqual({
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'TechArticle',
        headline: 'Start',
        inLanguage: 'en-US',
        dateModified: '2023-02-28',
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: 'Site', item: 'https://site.example/base/' },
          {
            '@type': 'ListItem',
            position: 2,
            name: 'Guide',
            item: 'https://site.example/base/guide/',
          },
          { '@type': 'ListItem', position: 3, name: 'Start' },
        ],
      },
    ],
  });
});

test('the home page is the site', () => {
  expect(dataOf({ path: '/zh/' }, { prefix: '/zh/' })).toEqual({
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: 'Site',
    url: 'https://site.example/base/zh/',
  });
});

test('no title can end the element', () => {
  const title = '</script><script>alert(1)</script><!--';
  expect(markupOf({ title }).match(/<\/?script|<!--/g)).toHaveLength(2);
  expect(JSON.stringify(dataOf({ title }))).toContain('"headline":"</script>');
});

test.each([
  ['a page of a group', '/guide/start.html', ['Site', 'Guide', 'Basics', 'Page']],
  ['a page of no group', '/guide/lost.html', ['Site', 'Guide', 'Page']],
  ['the first page of a section', '/guide/', ['Site', 'Page']],
  ['a page of no section', '/about.html', ['Site', 'Page']],
  ['the home page', '/', ['Site']],
])('the way to %s', (_, path, expected) => {
  const way = breadcrumbsOf(sampleChrome(), samplePage({ title: 'Page', path }));
  expect(way.map(({ text }) => text)).toEqual(expected);
});

test('a navigation that names the home page makes no section of it', () => {
  const chrome = sampleChrome({ nav: [{ text: 'Home', path: '/', items: [] }] });
  const way = breadcrumbsOf(chrome, samplePage());
  expect(way.map(({ text }) => text)).toEqual(['Site', 'Basics', 'Start']);
});
