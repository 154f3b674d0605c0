import { expect, test } from 'vitest';
import { render } from '../testing/render';
import { sampleChrome, samplePage } from '../testing/samples';
import DocLayout from './doc-layout';
import NotFoundLayout from './not-found-layout';

test('the navigation marks the section of the page', () => {
  const marked = render(<DocLayout />).querySelectorAll('header nav [aria-current]');
  expect([...marked].map((link) => link.textContent)).toEqual(['Guide']);
});

test('a page without headings and an unknown path have none in the sidebar', () => {
  const page = samplePage({ path: '/guide/', headers: [] });
  expect(render(<DocLayout />, { page }).querySelector('.page-headings')).toBeNull();
  const layout = <NotFoundLayout chromes={[sampleChrome()]} isSettled />;
  expect(render(layout, { page: null }).querySelector('.page-headings')).toBeNull();
});
