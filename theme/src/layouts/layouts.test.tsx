import { act } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { navigationState } from '../router/navigation-state';
import { ChromeContext, PageContext } from '../shared/hooks/use-page-data';
import { render } from '../testing/render';
import { sampleChrome, samplePage } from '../testing/samples';
import DocLayout from './doc-layout';
import HomeLayout from './home-layout';
import NotFoundLayout from './not-found-layout';

const IDLE = navigationState.get();

afterEach(() => act(() => navigationState.set(IDLE)));

const all = (place: ParentNode, selector: string) => [...place.querySelectorAll(selector)];
const hrefs = (place: ParentNode, selector: string) =>
  all(place, selector).map((link) => link.getAttribute('href'));
const texts = (place: ParentNode, selector: string) =>
  all(place, selector).map((element) => element.textContent);

const home = samplePage({
  title: 'Site',
  path: '/',
  headers: [],
  frontmatter: {
    layout: 'home',
    summary: 'A sentence.',
    action: { text: 'Go', link: '/guide/start.html' },
    features: [{ title: 'Feature', text: 'Why' }],
    ways: [{ title: 'React', text: 'How', note: '3 kB', link: '/api/react.html' }],
  },
  html: '<div class="code"></div>',
});

test('links carry the base of the site, and outside addresses do not', () => {
  const place = render(<DocLayout />);
  expect(hrefs(place, 'header nav > ul > li > a')).toEqual(['/base/guide/', '/base/api/']);
  expect(hrefs(place, 'header [popover] a[rel="external"]')).toEqual(['https://site.example/vue/']);
});

test('the navigation marks the section, and the sidebar the page', () => {
  const place = render(<DocLayout />);
  expect(texts(place, 'header nav [aria-current]')).toEqual(['Guide']);
  expect(texts(place, '#_drawer [aria-current="page"]')).toEqual(['Start']);
});

test('the headings stand under the page in the sidebar', () => {
  const place = render(<DocLayout />);
  expect(hrefs(place, '#_drawer a[aria-current="page"] + ul a')).toEqual(['#one', '#two']);
});

test('the headings of a page that the sidebar does not list are above its groups', {
  tags: ['site-active-heading'],
}, () => {
  const place = render(<DocLayout />, { page: samplePage({ path: '/guide/' }) });
  expect(hrefs(place, '#_drawer nav > .page-headings:first-child a')).toEqual(['#one', '#two']);
  expect(all(place, '.page-headings')).toHaveLength(1);
  expect(all(place, '#_drawer nav:last-child [aria-current="page"]')).toEqual([]);
});

test('a page without headings, and an unknown path, have none in the sidebar', () => {
  const page = samplePage({ path: '/guide/', headers: [] });
  expect(all(render(<DocLayout />, { page }), '.page-headings')).toEqual([]);
  const chromes = [sampleChrome()];
  const lost = render(<NotFoundLayout chromes={chromes} isSettled />, { page: null });
  expect(all(lost, '.page-headings')).toEqual([]);
});

test('each language leads to the same page', () => {
  const place = render(<DocLayout />);
  const links = all(place, '#_languages a');
  expect(links.map((link) => [link.getAttribute('href'), link.getAttribute('lang')])).toEqual([
    ['/base/guide/start.html', 'en-US'],
    ['/base/zh/guide/start.html', 'zh-CN'],
  ]);
});

test('a page says where its source is and when it changed', {
  tags: ['site-edit-link', 'site-last-updated'],
}, () => {
  const place = render(<DocLayout />);
  expect(hrefs(place, 'main a[href*="/edit/"]')).toEqual([samplePage().editLink]);
  expect(place.querySelector('time')?.dateTime).toBe('2023-02-28');
});

test('the way to a page stands above its text, without the page itself', () => {
  const place = render(<DocLayout />);
  const way = place.querySelector('main > nav:first-child');
  expect(way?.getAttribute('aria-label')).toBe('breadcrumbs');
  expect(texts(place, 'main > nav > ol > li')).toEqual(['Site', 'Guide', 'Basics']);
  expect(hrefs(place, 'main > nav > ol a')).toEqual(['/base/', '/base/guide/']);
});

test('a group that is named as its section is left out of the way', () => {
  const sidebar = [{ text: 'Guide', items: [{ text: 'Start', path: '/guide/start.html' }] }];
  const place = render(<DocLayout />, { chrome: sampleChrome({ sidebar }) });
  expect(texts(place, 'main > nav > ol > li')).toEqual(['Site', 'Guide']);
});

test.for([
  ['guide/start', '/base/guide/start.md'],
  ['guide/index', '/base/guide/index.md'],
] as const)('the page %s leads to itself as Markdown, past the router', ([key, href]) => {
  const place = render(<DocLayout />, { page: samplePage({ key }) });
  expect(hrefs(place, 'main a[rel="external"]')).toContain(href);
});

test('the home page has hero, action, features and licence', {
  tags: ['site-home-hero', 'site-home-tagline', 'site-home-features', 'site-home-footer'],
}, () => {
  const place = render(<HomeLayout />, { page: home });
  expect(texts(place, 'h1')).toEqual(['Site']);
  expect(place.textContent).toContain('What it is');
  expect(hrefs(place, 'main .button')).toEqual(['/base/guide/start.html']);
  expect(texts(place, 'main h2')).toEqual(['Feature', 'React']);
  expect(place.querySelector('footer')?.textContent).toContain('licence');
});

test('the not-found layout speaks each language as such', { tags: ['site-not-found'] }, () => {
  const chromes = [sampleChrome(), sampleChrome({ locale: 'zh-CN', prefix: '/zh/' })];
  const place = render(<NotFoundLayout chromes={chromes} isSettled />, { page: null });
  expect(all(place, 'section').map((section) => section.getAttribute('lang'))).toEqual([
    'en-US',
    'zh-CN',
  ]);
  expect(all(place, 'h1')).toHaveLength(1);
  expect(hrefs(place, 'section a')).toEqual(['/base/', '/base/zh/']);
});

test('a page on its way is shown by a bar', { tags: ['site-progress-bar'] }, () => {
  const place = render(<DocLayout />);
  expect(all(place, '[role="progressbar"]')).toEqual([]);
  act(() => navigationState.set({ ...IDLE, status: 'loading' }));
  expect(all(place, '[role="progressbar"][aria-label="loading"]')).toHaveLength(1);
});

test.each(['offline', 'failed'] as const)('%s is said, with a way out', (status) => {
  const [retry, dismiss] = [vi.fn(), vi.fn()];
  const place = render(<DocLayout />);
  const alert = place.querySelector('[role="alert"]');
  expect(alert?.textContent).toBe('');
  act(() => navigationState.set({ status, retry, dismiss }));
  expect(alert?.querySelector('p')?.textContent).toBe(status);
  for (const button of alert?.querySelectorAll('button') ?? []) {
    button.click();
  }
  expect(retry).toHaveBeenCalledOnce();
  expect(dismiss).toHaveBeenCalledOnce();
});

test('what needs scripts is disabled until they have come, and nothing is styled inline', () => {
  const html = renderToString(
    <ChromeContext value={sampleChrome()}>
      <PageContext value={samplePage()}>
        <DocLayout />
      </PageContext>
    </ChromeContext>,
  );
  expect(html).toMatch(/<button[^>]* role="switch"[^>]* disabled=""/);
  expect(html).not.toContain('style=');
});

test('skip links lead to something that is there', () => {
  for (const [layout, page] of [
    [<DocLayout key="doc" />, samplePage()],
    [<HomeLayout key="home" />, home],
  ] as const) {
    const place = render(layout, { page });
    const target = place.querySelector('a')?.getAttribute('href')?.slice(1) ?? '';
    expect(place.querySelector(`[id="${target}"]`)).not.toBeNull();
    place.remove();
  }
});
