import { afterEach, expect, test, vi } from 'vitest';
import type { NotFoundView, PageView } from '../app/data';
import { sampleChrome, samplePage } from '../testing/samples';
import { setIdle } from './navigation-state';
import { chromeFor, recoverPath } from './recover-path';

const ENGLISH = sampleChrome({ base: '/' });
const CHINESE = sampleChrome({ base: '/', prefix: '/zh/', locale: 'zh-CN' });
const VIEW: NotFoundView = { kind: 'not-found', chromes: [ENGLISH, CHINESE], isSettled: false };
const PAGE: PageView = { kind: 'page', page: samplePage(), chrome: ENGLISH };

afterEach(() => {
  setIdle();
  vi.unstubAllGlobals();
});

test('another path of a page leads to its own path, with query and hash', async () => {
  const [replace, show] = [vi.fn(), vi.fn()];
  vi.stubGlobal('location', { pathname: '/guide/start', search: '?a=1', hash: '#one', replace });
  const load = async () => ({ kind: 'view', view: PAGE }) as const;
  await recoverPath(VIEW, { load, recall: () => undefined }, show);
  expect(replace).toHaveBeenCalledExactlyOnceWith('/guide/start.html?a=1#one');
  expect(show).not.toHaveBeenCalled();
});

test('the language of a path is that of the longest prefix', () => {
  expect(chromeFor('/zh/guide/', VIEW.chromes)).toBe(CHINESE);
  expect(chromeFor('/zh', VIEW.chromes)).toBe(CHINESE);
  expect(chromeFor('/zhang', VIEW.chromes)).toBe(ENGLISH);
  expect(chromeFor('/', VIEW.chromes)).toBe(ENGLISH);
});
