import { expect, test, vi } from 'vitest';
import { render } from '../testing/render';
import { sampleChrome, samplePage } from '../testing/samples';
import { App } from './app';
import type { View } from './data';
import { hasFrontLayout, loadLayout } from './front-layouts';

const chrome = sampleChrome();
const HOME: View = {
  kind: 'page',
  page: samplePage({ frontmatter: { summary: 'A first cup.', layout: 'home' } }),
  chrome,
};
const DOC: View = { kind: 'page', page: samplePage(), chrome };
const NOT_FOUND: View = { kind: 'not-found', chromes: [chrome], isSettled: true };

test('the home page and the not-found page have their own layouts', () => {
  expect([HOME, DOC, NOT_FOUND].map(hasFrontLayout)).toEqual([true, false, true]);
});

test('a home page can only be rendered after its layout is loaded, unlike other pages', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await loadLayout(DOC);
  expect(render(<App view={DOC} />).querySelector('.columns')).not.toBeNull();
  expect(() => render(<App view={HOME} />)).toThrow('has not been loaded');
  await loadLayout(HOME);
  expect(render(<App view={HOME} />).querySelector('.front')).not.toBeNull();
  expect(render(<App view={NOT_FOUND} />).querySelector('.lost')).not.toBeNull();
});
