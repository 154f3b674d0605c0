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
  const container = document.createElement('div');
  container.innerHTML = markupOf(page, chrome);
  const script = container.querySelector('script[type="application/ld+json"]');
  return JSON.parse(script?.textContent ?? '');
}

test('a page is an article with breadcrumbs, each with a URL', () => {
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

test('the home page represents the site', () => {
  expect(dataOf({ path: '/zh/' }, { prefix: '/zh/' })).toEqual({
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: 'Site',
    url: 'https://site.example/base/zh/',
  });
});

test('a title cannot close the script element', () => {
  const title = '</script><script>alert(1)</script><!--';
  expect(markupOf({ title }).match(/<\/?script|<!--/g)).toHaveLength(2);
  expect(JSON.stringify(dataOf({ title }))).toContain('"headline":"</script>');
});

test.each([
  ['a page in a group', '/guide/start.html', ['Site', 'Guide', 'Basics', 'Page']],
  ['a page outside groups', '/guide/lost.html', ['Site', 'Guide', 'Page']],
  ['the first page of a section', '/guide/', ['Site', 'Page']],
  ['a page outside sections', '/about.html', ['Site', 'Page']],
  ['the home page', '/', ['Site']],
])('breadcrumbs of %s', (_, path, expected) => {
  const crumbs = breadcrumbsOf(sampleChrome(), samplePage({ title: 'Page', path }));
  expect(crumbs.map(({ text }) => text)).toEqual(expected);
});

test('a link to the home page in the navigation is not a section', () => {
  const chrome = sampleChrome({ nav: [{ text: 'Home', path: '/', items: [] }] });
  const crumbs = breadcrumbsOf(chrome, samplePage());
  expect(crumbs.map(({ text }) => text)).toEqual(['Site', 'Basics', 'Start']);
});
