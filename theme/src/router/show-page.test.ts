import { beforeEach, expect, test, vi } from 'vitest';
import type { PageView } from '../app/data';
import { sampleChrome, samplePage } from '../testing/samples';
import { showPage } from './show-page';

const VIEW: PageView = {
  kind: 'page',
  page: samplePage({ title: '开始' }),
  chrome: sampleChrome({ locale: 'zh-CN' }),
};
const HTML = '<h1 id="top" tabindex="-1">开始</h1><h2 id="ü" tabindex="-1">二</h2>';

const scroll = vi.fn(() => document.activeElement?.id);
const render = vi.fn(() => {
  document.body.innerHTML = HTML;
});

const show = (hash: string): Promise<void> => showPage(VIEW, { scroll, hash }, render);

beforeEach(() => {
  document.body.innerHTML = '<p>before</p>';
  vi.clearAllMocks();
});

test('title and language follow the page', async () => {
  await show('');
  expect(document.title).toBe('开始 | Site');
  expect(document.documentElement.lang).toBe('zh-CN');
});

test.for([
  ['', 'top'],
  ['#%C3%BC', 'ü'],
  ['#none', 'top'],
  ['#%', 'top'],
])(
  '%s: the heading that is read out is %s, and the page has been scrolled before',
  async ([hash = '', id]) => {
    await show(hash);
    expect(document.activeElement?.id).toBe(id);
    expect(scroll).toHaveReturnedWith('');
  },
);

test('open menus are closed', async () => {
  const hidePopover = vi.fn();
  vi.spyOn(document, 'querySelectorAll').mockReturnValueOnce([
    { hidePopover },
  ] as unknown as NodeListOf<Element>);
  await show('');
  expect(hidePopover).toHaveBeenCalledOnce();
});

test('what is put in may still change before the page is scrolled', async () => {
  render.mockImplementationOnce(() => {
    document.body.innerHTML = HTML;
    queueMicrotask(() => document.body.classList.add('settled'));
  });
  scroll.mockImplementationOnce(() => document.body.className);
  await show('');
  expect(scroll).toHaveReturnedWith('settled');
});
