import { expect, test } from 'vitest';
import { render } from '../../testing/render';
import { sampleChrome, samplePage } from '../../testing/samples';
import { NavMenu } from '.';

test.each([
  ['a page in a section', '/zh/guide/start.html', ['指南 true']],
  ['the first page of a section', '/zh/guide/', ['指南 page']],
  ['the home page', '/zh/', ['首页 page']],
  ['a page outside sections', '/zh/about.html', []],
])('on %s, the navigation marks only the entry that contains it', (_, path, expected) => {
  const chrome = sampleChrome({
    locale: 'zh-CN',
    prefix: '/zh/',
    nav: [
      { text: '首页', path: '/zh/', items: [] },
      { text: '指南', path: '/zh/guide/', items: [] },
    ],
  });
  const menu = render(<NavMenu />, { chrome, page: samplePage({ path }) });
  const marked = [...menu.querySelectorAll('[aria-current]')];
  const found = marked.map((link) => `${link.textContent} ${link.getAttribute('aria-current')}`);
  expect(found).toEqual(expected);
});
