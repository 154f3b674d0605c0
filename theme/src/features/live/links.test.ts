import type { LiveSample } from '@tuffet-live/frame/protocol';
import { beforeEach, expect, test, vi } from 'vitest';
import { startFakeServer } from '../../testing/fake-server';
import { sampleChrome } from '../../testing/samples';
import { encodeLink } from './link-code';
import { followLink, type Panels, skipLink } from './links';

// jsdom has no constructable stylesheets.
vi.mock('../../shared/adopt-styles', () => ({ adoptStyles: () => {} }));

const STRINGS = {
  linkDamaged: 'damaged',
  linkNewer: 'newer',
  linkGone: '{name} is gone',
};

const chrome = sampleChrome({ lazyStrings: '66666666' });

let samples: Record<string, string | Error>;
let opened: [run: string | undefined, text: string][];

const panels: Panels = {
  async load(block) {
    const id = samples[block.dataset.run ?? ''];
    if (typeof id !== 'string') {
      throw id;
    }
    return { id, source: id.endsWith('.ts') ? 'let b;' : '' } as LiveSample;
  },
  async openWithText(block, text) {
    opened.push([block.dataset.run, text]);
  },
};

beforeEach(() => {
  startFakeServer().putJson('/base/assets/strings/66666666.json', STRINGS);
  history.replaceState(null, '', '/guide/start.html');
  dispatchEvent(new Event('hashchange'));
  opened = [];
  samples = { a1: 'guide/one.ts', b2: 'guide/two.ts' };
  document.body.replaceChildren();
  const main = document.body.appendChild(document.createElement('main'));
  main.append(document.createElement('h1'));
  for (const run of Object.keys(samples)) {
    const block = main.appendChild(document.createElement('div'));
    block.dataset.run = run;
  }
});

const linkTo = (id: string): Promise<string> => encodeLink({ id, text: 'let a;' });
const follow = (hash: string): Promise<void> => followLink(hash, chrome, panels);
const note = (): string | undefined =>
  document.querySelector('h1 + [role="alert"]')?.textContent ?? undefined;

test('a link is followed once per navigation to it', async () => {
  const link = await linkTo('guide/one.ts');
  history.replaceState(null, '', link);
  await Promise.all([follow(link), follow(link)]);
  dispatchEvent(new Event('hashchange'));
  await follow(link);
  expect(opened).toHaveLength(1);
  history.replaceState(null, '', '#a-heading');
  dispatchEvent(new Event('hashchange'));
  history.replaceState(null, '', link);
  await follow(link);
  expect(opened).toHaveLength(2);
});

test('the same link on another page is followed again', async () => {
  const link = await linkTo('guide/one.ts');
  await follow(link);
  history.replaceState(null, '', '/zh/guide/start.html');
  await follow(link);
  expect(opened).toHaveLength(2);
});

test('a link that was created on this page is not followed', async () => {
  const link = await linkTo('guide/one.ts');
  skipLink(link);
  await follow(link);
  expect(opened).toEqual([]);
});

test('the linked sample opens even if another sample fails to load', async () => {
  samples.a1 = new Error('offline');
  await follow(await linkTo('guide/two.ts'));
  expect(opened).toEqual([['b2', 'let a;']]);
});

test('if the linked sample may be one that failed to load, the link can be retried', async () => {
  samples.a1 = new Error('offline');
  const link = await linkTo('guide/one.ts');
  await expect(follow(link)).rejects.toThrow('offline');
  expect([opened, note()]).toEqual([[], undefined]);
  samples.a1 = 'guide/one.ts';
  await follow(link);
  expect([opened.length, note()]).toEqual([1, undefined]);
});

test('if the sample no longer exists, the note shows the code', async () => {
  await follow(await linkTo('guide/three.ts'));
  expect(opened).toEqual([]);
  expect(note()).toBe('guide/three.ts is gonelet a;');
});

test('an instrument is not a sample', async () => {
  samples.a1 = 'instruments/upgrade';
  await follow(await linkTo('instruments/upgrade'));
  expect([opened, note()]).toEqual([[], 'instruments/upgrade is gonelet a;']);
});

test('a note is rendered as text, never as HTML', async () => {
  const link = await encodeLink({ id: 'guide/three.ts', text: '<img src="x" onerror="hack()">' });
  await follow(link);
  expect(document.querySelector('pre')?.children).toHaveLength(0);
  expect(document.querySelector('pre')?.textContent).toContain('<img');
});
