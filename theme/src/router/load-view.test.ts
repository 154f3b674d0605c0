import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BuildRecord, Page } from '../../../contracts/records.gen';
import type { Links, View } from '../app/data';
import { sampleChrome, samplePage } from '../testing/samples';
import { UnreachableError } from './ask-server';
import { loadPageScript } from './load-page';
import { createViewLoader, type ViewLoader } from './load-view';
import type { SiteIndex } from './site-index';

vi.mock('./load-page');

const CHROME = sampleChrome({ base: '/' });
const THEME = 'aaaaaaaa';
const START = samplePage();
const MORE = samplePage({ path: '/guide/more.html', title: 'More', hash: '44444444' });
const build = (theme = THEME, table = '1'): BuildRecord => ({
  generator: 'docsite',
  address: 'https://site.example',
  theme,
  folders: { '/guide/': table },
  search: null,
});
const chunkError = (type: string): Error =>
  Object.assign(new Error(), { name: 'ChunkLoadError', type });
const fileOf = ({ hash, title }: Page) => ({ number: 2, hash, title });

let index: { [name in keyof SiteIndex]: ReturnType<typeof vi.fn<SiteIndex[name]>> };
let loader: ViewLoader;
const loadLayout = vi.fn<(view: View) => Promise<void>>();

beforeEach(() => {
  history.replaceState(null, '', START.path);
  index = {
    loadBuild: vi.fn<SiteIndex['loadBuild']>().mockResolvedValue(build()),
    loadTables: vi.fn<SiteIndex['loadTables']>().mockResolvedValue([
      {
        chrome: CHROME.id,
        pages: { [START.path]: fileOf(START), [MORE.path]: fileOf(MORE) },
        redirects: { '/guide/old.html': MORE.path },
        headings: null,
      },
    ]),
    loadChrome: vi.fn<SiteIndex['loadChrome']>().mockResolvedValue(CHROME),
  };
  vi.mocked(loadPageScript).mockResolvedValue(MORE);
  loader = createViewLoader(
    { kind: 'page', page: START, chrome: CHROME },
    THEME,
    {},
    index,
    loadLayout,
  );
});

afterEach(() => {
  vi.resetAllMocks();
});

test('a path resolves to its page', async () => {
  expect(await loader.load('/guide/more.html?a#b')).toEqual({
    kind: 'view',
    view: { kind: 'page', page: MORE, chrome: CHROME },
  });
});

test('the page of the document needs no script, and other scripts are loaded once', async () => {
  await loader.load(START.path);
  expect(loadPageScript).not.toHaveBeenCalled();
  await loader.load(MORE.path);
  await loader.load(MORE.path);
  expect(loadPageScript).toHaveBeenCalledOnce();
});

test('a page has loaded when its layout has', async () => {
  const layout = Promise.withResolvers<void>();
  loadLayout.mockReturnValue(layout.promise);
  const loaded = loader.load(MORE.path);
  await expect.poll(() => loadLayout).toHaveBeenCalledOnce();
  expect(loader.recall(MORE.path)).toBeUndefined();
  layout.resolve();
  expect(await loaded).toMatchObject({ kind: 'view', view: { page: MORE } });
  expect(loadLayout).toHaveBeenCalledWith(loader.recall(MORE.path));
});

test('a layout that fails to load requires a document, with the error as the reason', async () => {
  const reason = chunkError('error');
  loadLayout.mockRejectedValue(reason);
  expect(await loader.load(MORE.path)).toEqual({ kind: 'document', reason });
  expect(loader.recall(MORE.path)).toBeUndefined();
});

test('a page is recalled by every path that led to it', async () => {
  expect(loader.recall('/guide/more')).toBeUndefined();
  await loader.load('/guide/more');
  expect(loader.recall('/guide/more')?.page).toBe(MORE);
  expect(loader.recall('/guide/more.html')?.page).toBe(MORE);
});

test('the page of the document is recalled by the path it was opened at', () => {
  history.replaceState(null, '', '/guide/start');
  loader = createViewLoader(
    { kind: 'page', page: START, chrome: CHROME },
    THEME,
    {},
    index,
    loadLayout,
  );
  expect(loader.recall('/guide/start')?.page).toBe(START);
  expect(loader.recall('/guide/start.html')?.page).toBe(START);
});

test.for([
  ['/guide/old.html?a', '/guide/more.html?a'],
  ['/guide/index.html', '/guide/'],
] as const)('%s redirects to %s', async ([from, path]) => {
  expect(await loader.load(from)).toEqual({ kind: 'redirect', path });
});

test.for(['/guide/none', '/', '/%', '//guide/more.html'])('there is no page %s', async (path) => {
  expect(await loader.load(path)).toEqual({ kind: 'unknown' });
});

test('a newer theme requires its own document', async () => {
  index.loadBuild.mockResolvedValue(build('bbbbbbbb'));
  expect(await loader.load(MORE.path)).toEqual({ kind: 'document' });
  expect(index.loadTables).not.toHaveBeenCalled();
});

test('after a deployment, the new page is found in the new table', async () => {
  const newer = samplePage({ ...MORE, hash: '55555555' });
  index.loadBuild.mockResolvedValueOnce(build()).mockResolvedValue(build(THEME, '2'));
  vi.mocked(loadPageScript).mockRejectedValueOnce(chunkError('error')).mockResolvedValueOnce(newer);
  expect(await loader.load(MORE.path)).toMatchObject({ kind: 'view', view: { page: newer } });
  expect(index.loadBuild).toHaveBeenLastCalledWith({ isFresh: true });
  expect(index.loadTables).toHaveBeenLastCalledWith(MORE.path, build(THEME, '2'));
});

test('a deployment in progress requires a document', async () => {
  const reason = chunkError('error');
  index.loadBuild.mockResolvedValueOnce(build()).mockResolvedValue(build(THEME, '2'));
  vi.mocked(loadPageScript).mockRejectedValue(reason);
  expect(await loader.load(MORE.path)).toEqual({ kind: 'document', reason });
});

test.for(['missing', 'error'])(
  'a script that fails (%s) requires a document, with the error as the reason',
  { tags: ['site-chunk-error'] },
  async (type) => {
    const reason = chunkError(type);
    vi.mocked(loadPageScript).mockRejectedValue(reason);
    expect(await loader.load(MORE.path)).toEqual({ kind: 'document', reason });
    index.loadBuild.mockResolvedValueOnce(build()).mockRejectedValue(new UnreachableError());
    expect(await loader.load(MORE.path)).toEqual({ kind: 'document', reason });
  },
);

test.for([new UnreachableError(), new SyntaxError()])(
  'without a build record, a document is required: %s',
  async (reason) => {
    index.loadBuild.mockRejectedValue(reason);
    expect(await loader.load(MORE.path)).toEqual({ kind: 'document', reason });
    expect(index.loadBuild).toHaveBeenCalledOnce();
  },
);

test('a script that timed out is not retried', { tags: ['site-chunk-timeout'] }, async () => {
  const reason = chunkError('timeout');
  vi.mocked(loadPageScript).mockRejectedValue(reason);
  await expect(loader.load(MORE.path)).rejects.toBe(reason);
  expect(index.loadBuild).toHaveBeenCalledOnce();
});

test('a retry that times out rejects', async () => {
  const reason = chunkError('error');
  const cause = new DOMException('', 'TimeoutError');
  vi.mocked(loadPageScript).mockRejectedValue(reason);
  index.loadBuild
    .mockResolvedValueOnce(build())
    .mockRejectedValue(new UnreachableError('', { cause }));
  await expect(loader.load(MORE.path)).rejects.toBe(reason);
});

/** The links in the document: the table of the folder, and the script of one page. */
const linksTo = (page: Page, table = '1'): Links => ({
  '/guide/': { table, chrome: CHROME.id, pages: { [page.path]: `2.${page.hash}` } },
});

const createLinked = (links: Links, chrome = CHROME): ViewLoader =>
  createViewLoader({ kind: 'page', page: START, chrome }, THEME, links, index, loadLayout);

test('the script of a linked page is requested while the build is checked', async () => {
  const record = Promise.withResolvers<BuildRecord>();
  index.loadBuild.mockReturnValue(record.promise);
  const onLoad = vi.fn();
  loader = createLinked(linksTo(MORE));
  const loaded = loader.load(MORE.path).then(onLoad);
  expect(loadPageScript).toHaveBeenCalledExactlyOnceWith(`2.${MORE.hash}`);
  await new Promise((resolve) => setTimeout(resolve));
  expect(onLoad).not.toHaveBeenCalled();
  expect(loader.recall(MORE.path)).toBeUndefined();
  record.resolve(build());
  await loaded;
  expect(onLoad).toHaveBeenCalledWith({ kind: 'view', view: loader.recall(MORE.path) });
  expect(loadPageScript).toHaveBeenCalledOnce();
  expect(index.loadTables).not.toHaveBeenCalled();
});

test('a link that the build contradicts is not shown, and not used again', async () => {
  const older = samplePage({ ...MORE, hash: '33333333' });
  vi.mocked(loadPageScript).mockImplementation(async (name) =>
    name.endsWith(older.hash) ? older : MORE,
  );
  loader = createLinked(linksTo(older, '0'));
  expect(await loader.load(MORE.path)).toMatchObject({ kind: 'view', view: { page: MORE } });
  expect(loader.recall(MORE.path)?.page).toBe(MORE);
  await loader.load(MORE.path);
  expect(vi.mocked(loadPageScript).mock.calls).toEqual([[`2.${older.hash}`], [`2.${MORE.hash}`]]);
});

test('an outdated link whose script was removed resolves to the new page', async () => {
  const older = samplePage({ ...MORE, hash: '33333333' });
  vi.mocked(loadPageScript).mockImplementation((name) =>
    name.endsWith(older.hash) ? Promise.reject(chunkError('error')) : Promise.resolve(MORE),
  );
  loader = createLinked(linksTo(older, '0'));
  expect(await loader.load(MORE.path)).toMatchObject({ kind: 'view', view: { page: MORE } });
  expect(index.loadBuild).toHaveBeenCalledOnce();
});

test('a newer theme requires its own document, even if the linked page has loaded', async () => {
  index.loadBuild.mockResolvedValue(build('bbbbbbbb'));
  loader = createLinked(linksTo(MORE));
  expect(await loader.load(MORE.path)).toEqual({ kind: 'document' });
  expect(loader.recall(MORE.path)).toBeUndefined();
});

test('a current link whose script fails requires a document, with the error as the reason', async () => {
  const reason = chunkError('error');
  vi.mocked(loadPageScript).mockRejectedValue(reason);
  loader = createLinked(linksTo(MORE));
  expect(await loader.load(MORE.path)).toEqual({ kind: 'document', reason });
  expect(loadPageScript).toHaveBeenCalledOnce();
});

test('a link of the document is not used for the same path of another site on the host', async () => {
  loader = createLinked(linksTo(MORE), sampleChrome({ base: '/one/' }));
  expect(await loader.load('/two/guide/more.html')).toEqual({ kind: 'unknown' });
  expect(loadPageScript).not.toHaveBeenCalled();
});

test('the page of the document needs no script, even if it links to itself', async () => {
  loader = createLinked(linksTo(START));
  await loader.load(START.path);
  expect(loadPageScript).not.toHaveBeenCalled();
});
