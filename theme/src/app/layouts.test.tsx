import { beforeEach, expect, test, vi } from 'vitest';
import { render } from '../testing/render';
import { sampleChrome, samplePage } from '../testing/samples';
import { App } from './app';
import type { View } from './data';
import { createLayoutLoader, layoutOf } from './layouts';

const chrome = sampleChrome();
const HOME: View = {
  kind: 'page',
  page: samplePage({ frontmatter: { summary: 'A first cup.', layout: 'home' } }),
  chrome,
};
const DOC: View = { kind: 'page', page: samplePage(), chrome };
const NOT_FOUND: View = { kind: 'not-found', chromes: [chrome], isSettled: true };

test('the home page and the not-found page have their own layouts', () => {
  expect([HOME, DOC, NOT_FOUND].map(layoutOf)).toEqual(['home', 'doc', 'notFound']);
});

const OTHERS = 'assets/css/others.0123abcd.css';
const styles = vi.fn<(text: string) => void>();

/** Jsdom has no constructed stylesheets. */
class FakeSheet {
  replaceSync = styles;
}

const requests: string[] = [];

beforeEach(() => {
  requests.length = 0;
  styles.mockReset();
  vi.stubGlobal('CSSStyleSheet', FakeSheet);
  document.adoptedStyleSheets = [];
});

/** Answers the requests in turn. */
function serve(...answers: readonly Response[]): void {
  const left = [...answers];
  vi.stubGlobal('fetch', async (address: string) => {
    requests.push(address);
    return left.shift();
  });
}

test('a home page is rendered after its layout has been loaded; others need nothing', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  serve(new Response('.front{}'));
  const loadLayout = createLayoutLoader(DOC, OTHERS);
  await loadLayout(DOC);
  expect(render(<App view={DOC} />).querySelector('.columns')).not.toBeNull();
  expect(() => render(<App view={HOME} />)).toThrow('has not been loaded');
  await loadLayout(HOME);
  expect(render(<App view={HOME} />).querySelector('.front')).not.toBeNull();
  expect(() => render(<App view={NOT_FOUND} />)).toThrow('has not been loaded');
  await loadLayout(NOT_FOUND);
  expect(render(<App view={NOT_FOUND} />).querySelector('.lost')).not.toBeNull();
});

test.for([
  { from: DOC, to: HOME },
  { from: HOME, to: DOC },
])('the styles of the other layout are fetched once, before those of features', async (visit) => {
  serve(new Response('.other{}'));
  const feature = new CSSStyleSheet();
  document.adoptedStyleSheets = [feature];
  const loadLayout = createLayoutLoader(visit.from, OTHERS);
  await loadLayout(visit.from);
  expect(requests).toEqual([]);
  for (const view of [visit.to, visit.from, visit.to]) {
    await loadLayout(view);
  }
  expect(requests).toEqual([`${chrome.base}${OTHERS}`]);
  expect(styles).toHaveBeenCalledOnce();
  expect(document.adoptedStyleSheets.indexOf(feature)).toBe(1);
});

test('styles that could not be fetched are an error, and are fetched again', async () => {
  serve(new Response('', { status: 404 }), new Response('.again{}'));
  const loadLayout = createLayoutLoader(HOME, OTHERS);
  await expect(loadLayout(DOC)).rejects.toThrow('404');
  expect(styles).not.toHaveBeenCalled();
  await loadLayout(DOC);
  expect(styles).toHaveBeenCalledExactlyOnceWith('.again{}');
});

test('a document for unknown paths has the styles of all layouts', async () => {
  serve();
  const loadLayout = createLayoutLoader(NOT_FOUND, null);
  for (const view of [NOT_FOUND, DOC, HOME]) {
    await loadLayout(view);
  }
  expect(requests).toEqual([]);
});
