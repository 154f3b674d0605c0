import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { View } from '../../app/data';
import type { ExtrasContext } from '../../shared/context';
import { startFakeServer } from '../../testing/fake-server';
import { sampleChrome, samplePage } from '../../testing/samples';
import { startCopyPage } from './copy-page';

// jsdom has neither constructable stylesheets nor a clipboard.
vi.mock('../../shared/adopt-styles', () => ({ adoptStyles: () => {} }));

const ADDRESS = `${location.origin}/base/guide/start.md`;

let view: View;
let write: ReturnType<typeof vi.fn>;
let navigation: EventTarget;

beforeEach(() => {
  vi.useFakeTimers();
  view = { kind: 'page', page: samplePage(), chrome: sampleChrome({ lazyStrings: '33333333' }) };
  write = vi.fn(async ([item]: { data: Record<string, Promise<Blob>> }[]) => {
    await item?.data['text/plain'];
  });
  navigation = new EventTarget();
  vi.stubGlobal('navigation', navigation);
  vi.stubGlobal('NavigationPrecommitController', class {});
  vi.stubGlobal(
    'ClipboardItem',
    class {
      constructor(readonly data: Record<string, Promise<Blob>>) {}
    },
  );
  vi.stubGlobal('navigator', { clipboard: { write } });
  const main = document.body.appendChild(document.createElement('main'));
  for (const href of ['https://code.example/edit/start.md', '/base/guide/start.md']) {
    const link = main.appendChild(document.createElement('a'));
    link.href = href;
    link.rel = 'external';
  }
});

afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const serve = () => {
  const server = startFakeServer();
  server.putJson('/base/assets/strings/33333333.json', { copyMarkdown: 'As Markdown' });
  server.putJson('/base/assets/strings/44444444.json', { copyMarkdown: '复制' });
  server.answers.set(ADDRESS, { text: '# Start' });
  return server;
};

async function start(): Promise<void> {
  startCopyPage({ currentView: () => view } as ExtrasContext);
  await settle();
}

const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
const buttons = (): HTMLButtonElement[] => [...document.querySelectorAll('button')];

async function click(): Promise<string | undefined> {
  buttons()[0]?.click();
  await settle();
  return buttons()[0]?.textContent;
}

test('the clipboard is accessed synchronously in the click handler', async () => {
  serve();
  await start();
  buttons()[0]?.click();
  expect(write).toHaveBeenCalledOnce();
});

test('the button shows a loading label after a short delay', async () => {
  serve().answers.set(ADDRESS, 'silent');
  await start();
  expect(await click()).toBe('As Markdown');
  await vi.advanceTimersByTimeAsync(300);
  expect(buttons()[0]?.textContent).toBe('loading');
});

test('the page tools have one button, even after a navigation', async () => {
  serve();
  const tools = document.body.appendChild(document.createElement('div'));
  tools.className = 'page-tools';
  await start();
  navigation.dispatchEvent(new Event('navigatesuccess'));
  await settle();
  expect(tools.querySelectorAll('button')).toHaveLength(1);
  tools.querySelector('button')?.click();
  expect(write).toHaveBeenCalledOnce();
});

test('if the strings fail to load, there is no button until the next page', async () => {
  const server = startFakeServer();
  view = { kind: 'page', page: samplePage(), chrome: sampleChrome({ lazyStrings: '55555555' }) };
  await start();
  expect(buttons()).toEqual([]);
  server.putJson('/base/assets/strings/55555555.json', { copyMarkdown: 'As Markdown' });
  navigation.dispatchEvent(new Event('navigatesuccess'));
  await settle();
  expect(buttons()).toHaveLength(1);
});
