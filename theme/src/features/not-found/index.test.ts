import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BuildRecord, FolderTable } from '../../../../contracts/records.gen';
import { createSiteIndex } from '../../router/site-index';
import { startFakeServer } from '../../testing/fake-server';
import { sampleChrome } from '../../testing/samples';
import { suggestPages } from '.';

vi.mock('../../shared/adopt-styles', () => ({ adoptStyles: () => {} }));

const ENGLISH = sampleChrome({ lazyStrings: '66666666' });
const CHINESE = sampleChrome({ lazyStrings: '66666666', prefix: '/zh/', locale: 'zh-CN' });

const table = (pages: Record<string, string>, redirects = {}): FolderTable => ({
  chrome: '0a1b2c3d',
  pages: Object.fromEntries(
    Object.entries(pages).map(([path, title]) => [path, { number: 2, hash: '00000000', title }]),
  ),
  redirects,
  headings: null,
});

const build = (search: BuildRecord['search']): BuildRecord => ({
  generator: '',
  address: '',
  theme: '',
  search,
  folders: { '/': '1', '/guide/': '2', '/tea/': '3', '/zh/': '4', '/zh/guide/': '5' },
});

const SEARCH = {} as unknown as BuildRecord['search'];

beforeEach(() => {
  const main = document.body.appendChild(document.createElement('main'));
  const section = main.appendChild(document.createElement('section'));
  const home = document.createElement('a');
  home.className = 'button';
  const [text, actions] = [document.createElement('p'), document.createElement('p')];
  actions.append(home);
  section.append(document.createElement('h1'), text, actions);
});

afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

async function showNotFound(path: string, chrome = ENGLISH, search = SEARCH): Promise<string[]> {
  const server = startFakeServer();
  server.putJson('/base/build.json', build(search));
  server.putJson('/base/assets/strings/66666666.json', { nearestPages: 'Perhaps' });
  server.putJson('/base/assets/routes/1.json', table({ '/': 'Site' }));
  server.putJson('/base/assets/routes/2.json', {
    ...table({ '/guide/pour.html': 'Pour <b>tea</b>' }),
    headings: 'missing',
  });
  server.putJson('/base/assets/routes/3.json', {
    ...table({ '/tea/leaves.html': 'Leaves' }, { '/tea/brew.html': '/guide/pour.html' }),
    headings: '6',
  });
  server.putJson('/base/assets/headings/6.json', {
    pages: { '/tea/leaves.html': ['oolong', 'Oolong & others'] },
  });
  server.putJson('/base/assets/routes/4.json', table({ '/zh/': '站点' }));
  server.putJson('/base/assets/routes/5.json', table({ '/zh/guide/pour.html': '倒茶' }));
  vi.stubGlobal('location', { ...location, pathname: path });
  await suggestPages(chrome, createSiteIndex(chrome));
  await new Promise((resolve) => requestAnimationFrame(resolve));
  return server.asked;
}

const links = (): [string | null, string | null][] =>
  [...document.querySelectorAll('li a')].map((a) => [a.getAttribute('href'), a.textContent]);

test('a former path is matched too', async () => {
  await showNotFound('/base/tea/brwe.html');
  expect(links()).toEqual([['/base/guide/pour.html', 'Pour <b>tea</b>']]);
});

test('a heading is suggested with its page', async () => {
  await showNotFound('/base/tea/oolnog.html');
  expect(links()).toEqual([['/base/tea/leaves.html#oolong', 'Oolong & others · Leaves']]);
});

test('without the file of headings, pages are still suggested', async () => {
  await showNotFound('/base/guide/por');
  expect(links()).toEqual([['/base/guide/pour.html', 'Pour <b>tea</b>']]);
});

test('suggestions are in the language of the path, and no other tables are fetched', async () => {
  const asked = await showNotFound('/base/zh/guide/por', CHINESE);
  expect(links()).toEqual([['/base/zh/guide/pour.html', '倒茶']]);
  expect(asked.filter((path) => path.includes('routes')).sort()).toEqual([
    '/base/assets/routes/4.json',
    '/base/assets/routes/5.json',
  ]);
  document.querySelector('[role="status"]')?.remove();
  expect(await showNotFound('/base/guide/por')).not.toContain('/base/assets/routes/5.json');
});

test('without a search index there is no search button', async () => {
  await showNotFound('/base/zzzzzz', ENGLISH, null);
  expect(document.querySelector('main button')).toBeNull();
});
