import { expect, test, vi } from 'vitest';
import type { PageView } from '../app/data';
import { sampleChrome, samplePage } from '../testing/samples';
import { showPage } from './show-page';

const VIEW: PageView = { kind: 'page', page: samplePage(), chrome: sampleChrome() };

test('no element has focus while a page is rendered, and its heading afterwards', async () => {
  document.body.innerHTML = '<main><h1 tabindex="-1">Start</h1><a href="/">Home</a></main>';
  document.querySelector('a')?.focus();
  const focused: (Element | null)[] = [];
  const scroll = vi.fn();
  const isShown = await showPage(VIEW, { hash: '', scroll }, () => {
    focused.push(document.activeElement);
  });
  expect(isShown).toBe(true);
  expect(focused).toEqual([document.body]);
  expect(scroll).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(document.querySelector('h1'));
});
