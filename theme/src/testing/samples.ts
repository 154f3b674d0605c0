import type { Page } from '../../../contracts/records.gen';
import type { Chrome } from '../app/data';
import type { Strings } from '../shared/strings';

/** Each string is its own key, so that tests can refer to it. */
const strings = new Proxy({} as Strings, { get: (_, name) => String(name) });

/** The chrome of a page, with overrides. */
export const sampleChrome = (chrome: Partial<Chrome> = {}): Chrome => ({
  id: '0a1b2c3d',
  title: 'Site',
  base: '/base/',
  logo: null,
  logoDark: null,
  repository: 'https://code.example/site',
  locale: 'en-US',
  dir: 'ltr',
  prefix: '/',
  description: 'What it is',
  strings,
  nav: [
    { text: 'Guide', path: '/guide/', items: [] },
    { text: 'API', path: '/api/', items: [] },
    { text: 'Demos', path: null, items: [{ text: 'Vue', path: 'https://site.example/vue/' }] },
  ],
  sidebar: [
    {
      text: 'Basics',
      items: [
        { text: 'Start', path: '/guide/start.html' },
        { text: 'More', path: '/guide/more.html' },
      ],
    },
  ],
  languages: [
    { tag: 'en-US', prefix: '/', label: 'English' },
    { tag: 'zh-CN', prefix: '/zh/', label: '简体中文' },
  ],
  announcement: null,
  lazyStrings: '0a1b2c3d',
  ...chrome,
});

/** A page with two headings, with overrides. */
export const samplePage = (page: Partial<Page> = {}): Page => ({
  title: 'Start',
  path: '/guide/start.html',
  key: 'guide/start',
  hash: '0a1b2c3d',
  locale: 'en-US',
  headers: [
    { level: 2, title: 'One', slug: 'one', children: [] },
    { level: 2, title: 'Two', slug: 'two', children: [] },
  ],
  lastUpdated: '2023-02-28',
  minutes: 3,
  frontmatter: { summary: 'A first cup.' },
  editLink: 'https://code.example/site/edit/main/docs/guide/start.md',
  counterparts: { 'en-US': '/guide/start.html', 'zh-CN': '/zh/guide/start.html' },
  previous: null,
  next: { text: 'More', path: '/guide/more.html' },
  original: null,
  hovers: null,
  html: '<h1 id="start">Start</h1><h2 id="one">One</h2><h2 id="two">Two</h2>',
  ...page,
});
