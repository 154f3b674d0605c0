import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { NotFoundView, PageView, View } from '../app/data';
import { sampleChrome, samplePage } from '../testing/samples';
import type { Destination } from './load-view';
import { navigationState, setIdle } from './navigation-state';
import { chromeFor, recoverPath } from './recover-path';

const ENGLISH = sampleChrome({ base: '/' });
const CHINESE = sampleChrome({ base: '/', prefix: '/zh/', locale: 'zh-CN' });
const VIEW: NotFoundView = { kind: 'not-found', chromes: [ENGLISH, CHINESE], isSettled: false };
const PAGE: PageView = { kind: 'page', page: samplePage(), chrome: ENGLISH };

let shown: View[];
let replace: ReturnType<typeof vi.fn>;
let reload: ReturnType<typeof vi.fn>;

beforeEach(() => {
  shown = [];
  replace = vi.fn();
  reload = vi.fn();
  document.title = 'untouched';
});

afterEach(() => {
  setIdle();
  vi.unstubAllGlobals();
});

/** The document for unknown paths was loaded at an address, and the loader says what is there. */
async function recover(address: string, found: Destination | Error): Promise<void> {
  const { pathname, search, hash } = new URL(address, 'https://site.example');
  vi.stubGlobal('location', { pathname, search, hash, replace, reload });
  const load = vi.fn(() =>
    found instanceof Error ? Promise.reject(found) : Promise.resolve(found),
  );
  const done = recoverPath(VIEW, { load, recall: () => undefined }, (view) => shown.push(view));
  expect(navigationState.get().status).toBe('loading');
  await done;
  expect(load).toHaveBeenCalledWith(address);
}

test('where there is no page, the document says so in the language of the path', async () => {
  await recover('/zh/none', { kind: 'unknown' });
  expect(shown).toEqual([{ kind: 'not-found', chromes: [CHINESE], isSettled: true }]);
  expect(document.documentElement.lang).toBe('zh-CN');
  expect(document.title).toBe('notFound');
  expect(navigationState.get().status).toBe('idle');
});

test('a path that stands for a page leads to it, with query and hash', async () => {
  await recover('/guide/start?a=1#one', { kind: 'view', view: PAGE });
  expect(replace).toHaveBeenCalledWith('/guide/start.html?a=1#one');
  expect(shown).toEqual([]);
});

test('an old path leads to where its page is now', async () => {
  await recover('/old?a', { kind: 'redirect', path: '/guide/start.html?a' });
  expect(replace).toHaveBeenCalledWith('/guide/start.html?a');
});

test('a page that the host denies is shown in place, however its path is written', async () => {
  await recover('/guide/st%61rt.html', { kind: 'view', view: PAGE });
  expect(shown).toEqual([PAGE]);
  expect(document.title).toBe('Start | Site');
  expect(replace).not.toHaveBeenCalled();
});

test.for<Destination | Error>([new Error('offline'), { kind: 'document' }])(
  'what is not certain is not said, and can be tried again: %o',
  async (found) => {
    await recover('/guide/start', found);
    expect(shown).toEqual([]);
    expect(document.title).toBe('untouched');
    const { status, retry } = navigationState.get();
    expect(status).toBe('failed');
    retry();
    expect(reload).toHaveBeenCalledOnce();
  },
);

test('the language of a path is that of the longest prefix', () => {
  expect(chromeFor('/zh/guide/', VIEW.chromes)).toBe(CHINESE);
  expect(chromeFor('/zh', VIEW.chromes)).toBe(CHINESE);
  expect(chromeFor('/zhang', VIEW.chromes)).toBe(ENGLISH);
  expect(chromeFor('/', VIEW.chromes)).toBe(ENGLISH);
});
