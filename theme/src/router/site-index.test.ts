import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BuildRecord } from '../../../contracts/records.gen';
import { CHUNK_TIMEOUT_MS, RECHECK_INTERVAL_MS, RECHECK_TIMEOUT_MS } from '../shared/constants';
import { type FakeServer, startFakeServer } from '../testing/fake-server';
import { sampleChrome } from '../testing/samples';
import { UnreachableError } from './ask-server';
import { createSiteIndex, knownPaths, type SiteIndex } from './site-index';

const BUILD = '/base/build.json';
const RECORD: BuildRecord = {
  generator: 'docsite',
  address: 'https://site.example',
  theme: 'aaaaaaaa',
  folders: { '/': '00000000', '/guide/': '11111111', '/guide/more/': '22222222' },
  search: null,
};
const NEWER: BuildRecord = { ...RECORD, theme: 'bbbbbbbb' };
const table = (path: string) => ({
  chrome: '0a1b2c3d',
  pages: { [path]: { number: 2, hash: '33333333', title: 'A page' } },
  redirects: {},
  headings: null,
});

let server: FakeServer;
let index: SiteIndex;

beforeEach(() => {
  vi.useFakeTimers();
  server = startFakeServer();
  server.putJson(BUILD, RECORD);
  server.putJson('/base/assets/routes/11111111.json', table('/guide/start.html'));
  server.putJson('/base/assets/routes/22222222.json', table('/guide/more/'));
  index = createSiteIndex(sampleChrome());
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('nothing is requested in advance', () => {
  expect(server.asked).toEqual([]);
});

test('concurrent calls share one request', async () => {
  const answers = await Promise.all([index.loadBuild(), index.loadBuild(), index.loadBuild()]);
  expect(answers).toEqual([RECORD, RECORD, RECORD]);
  expect(server.asked).toEqual([BUILD]);
});

test('a record is valid for five minutes', async () => {
  await index.loadBuild();
  vi.advanceTimersByTime(RECHECK_INTERVAL_MS);
  server.putJson(BUILD, NEWER);
  expect(await index.loadBuild()).toEqual(RECORD);
  vi.advanceTimersByTime(1);
  expect(await index.loadBuild()).toEqual(NEWER);
  expect(server.asked).toEqual([BUILD, BUILD]);
});

test('isFresh requests the record immediately', async () => {
  await index.loadBuild();
  server.putJson(BUILD, NEWER);
  expect(await index.loadBuild({ isFresh: true })).toEqual(NEWER);
  expect(await index.loadBuild()).toEqual(NEWER);
});

test('a failed first request can be retried immediately', async () => {
  server.answers.set(BUILD, 'refused');
  await expect(index.loadBuild()).rejects.toThrow(UnreachableError);
  server.putJson(BUILD, RECORD);
  await expect(index.loadBuild()).resolves.toEqual(RECORD);
});

test('if a request fails, the old record is used for five more minutes', async () => {
  await index.loadBuild();
  vi.advanceTimersByTime(RECHECK_INTERVAL_MS + 1);
  server.answers.set(BUILD, 'refused');
  expect(await index.loadBuild()).toEqual(RECORD);
  expect(await index.loadBuild()).toEqual(RECORD);
  expect(server.asked).toEqual([BUILD, BUILD]);
});

test('isFresh never returns the old record', async () => {
  await index.loadBuild();
  server.answers.set(BUILD, { status: 500, text: '' });
  await expect(index.loadBuild({ isFresh: true })).rejects.toThrow('answered with 500');
});

test('the first request has the timeout of scripts, and later ones a short timeout', async () => {
  server.answers.set(BUILD, 'silent');
  const failed = vi.fn();
  index.loadBuild().catch(failed);
  await vi.advanceTimersByTimeAsync(CHUNK_TIMEOUT_MS - 1);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(failed).toHaveBeenCalledOnce();

  server.putJson(BUILD, RECORD);
  await index.loadBuild();
  vi.advanceTimersByTime(RECHECK_INTERVAL_MS + 1);
  server.answers.set(BUILD, 'silent');
  const answered = vi.fn();
  index.loadBuild().then(answered);
  await vi.advanceTimersByTimeAsync(RECHECK_TIMEOUT_MS - 1);
  expect(answered).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(answered).toHaveBeenCalledWith(RECORD);
});

test('the table of a folder is fetched once', async () => {
  const first = await index.loadTables('/base/guide/start.html?a#b', RECORD);
  expect(first).toEqual([table('/guide/start.html')]);
  await index.loadTables('/base/guide/start.html', RECORD);
  expect(server.asked).toEqual(['/base/assets/routes/11111111.json']);
});

test('the folders of other forms of a path are searched, too', async () => {
  expect(await index.loadTables('/base/guide/more', RECORD)).toEqual([
    table('/guide/start.html'),
    table('/guide/more/'),
  ]);
});

test('an unknown folder causes no request', async () => {
  expect(await index.loadTables('/base/nowhere/at-all.html', RECORD)).toEqual([]);
  expect(server.asked).toEqual([]);
});

test('a table that failed to load is requested again', async () => {
  const path = '/base/assets/routes/11111111.json';
  server.answers.set(path, { status: 500, text: '' });
  await expect(index.loadTables('/base/guide/start.html', RECORD)).rejects.toThrow(path);
  server.putJson(path, table('/guide/start.html'));
  await expect(index.loadTables('/base/guide/start.html', RECORD)).resolves.toHaveLength(1);
});

test('the chrome of the document is not fetched, others are', async () => {
  expect((await index.loadChrome('0a1b2c3d')).id).toBe('0a1b2c3d');
  expect(server.asked).toEqual([]);
  server.putJson('/base/assets/chrome/44444444.json', { id: '44444444' });
  expect((await index.loadChrome('44444444')).id).toBe('44444444');
});

test('a chrome with another id is rejected', async () => {
  server.putJson('/base/assets/chrome/44444444.json', {});
  await expect(index.loadChrome('44444444')).rejects.toThrow('assets/chrome/44444444.json');
});

test('names of inherited properties are not known paths', () => {
  const known = knownPaths([table('/guide/')]);
  expect(known.hasPage('/guide/')).toBe(true);
  expect(known.hasPage('constructor')).toBe(false);
  expect(known.redirectOf('__proto__')).toBeUndefined();
});
