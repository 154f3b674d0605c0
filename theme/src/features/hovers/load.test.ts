import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { View } from '../../app/data';
import { EXTRAS_RETRY_MS } from '../../shared/constants';
import { startFakeServer } from '../../testing/fake-server';
import { sampleChrome, samplePage } from '../../testing/samples';
import { findNames, knownNames } from './load';

const CODE = '<div class="code"><pre><code><span class="line">a b</span></code></pre></div>';
const FILE = {
  texts: [{ tokens: ['const b', ''], comment: [], reference: null }],
  blocks: { 1: [0, 2, 1, 0] },
};

const viewWith = (hovers: string | null): View => ({
  kind: 'page',
  page: samplePage({ hovers }),
  chrome: sampleChrome(),
});

/** The second of two blocks. */
const block = (): HTMLElement => document.querySelectorAll<HTMLElement>('.code')[1] as HTMLElement;

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = `<div data-content>${CODE}${CODE}</div>`;
});

afterEach(() => {
  vi.useRealTimers();
});

test('a block gets the names for its position on the page, and the file is fetched once', async () => {
  const server = startFakeServer();
  server.putJson('/base/assets/hovers/11111111.json', FILE);
  await Promise.all([1, 2].map(() => findNames(block(), viewWith('11111111'))));
  expect(knownNames(block()).map(({ range }) => String(range))).toEqual(['b']);
  expect(await findNames(block(), viewWith('11111111'))).toBe(knownNames(block()));
  expect(server.asked).toEqual(['/base/assets/hovers/11111111.json']);
});

test('a page without hovers fetches nothing', async () => {
  const server = startFakeServer();
  expect(await findNames(block(), viewWith(null))).toEqual([]);
  expect(server.asked).toEqual([]);
});

test('a file that fails to load is fetched again, but not immediately', async () => {
  const server = startFakeServer();
  const find = () => findNames(block(), viewWith('22222222'));
  expect([await find(), await find()]).toEqual([[], []]);
  expect(server.asked).toHaveLength(1);
  server.putJson('/base/assets/hovers/22222222.json', FILE);
  await vi.advanceTimersByTimeAsync(EXTRAS_RETRY_MS);
  expect(await find()).toHaveLength(1);
});

test('a block that was removed in the meantime has no names', async () => {
  startFakeServer().putJson('/base/assets/hovers/33333333.json', FILE);
  const gone = block();
  const found = findNames(gone, viewWith('33333333'));
  document.body.replaceChildren();
  expect(await found).toEqual([]);
});
