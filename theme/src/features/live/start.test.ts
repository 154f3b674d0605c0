import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PageView } from '../../app/data';
import { navigationState } from '../../router/navigation-state';
import type { ExtrasContext } from '../../shared/context';
import { startFakeServer } from '../../testing/fake-server';
import { sampleChrome, samplePage } from '../../testing/samples';
import * as live from '.';
import { startLive } from './start';

vi.mock('../../shared/adopt-styles', () => ({ adoptStyles: () => {} }));
vi.mock('.', () => ({ runBlock: vi.fn(), prepare: vi.fn(), followHash: vi.fn() }));

const chrome = sampleChrome({ words: '33333333' });
const view: PageView = { kind: 'page', page: samplePage(), chrome };

beforeEach(() => {
  const server = startFakeServer();
  server.putJson('/base/assets/words/33333333.json', { liveRun: 'Run', liveOpen: 'Try it' });
  document.body.innerHTML = `
    <div class="code" data-run="1"><div class="code-title">a.ts</div></div>
    <div class="code-group"><label>Vue</label><div class="code" data-run="2"></div></div>
    <div class="code"><div class="code-title">b.ts</div></div>
    <div data-run="3"><p><strong>An upgrade</strong></p></div>`;
});

afterEach(() => {
  vi.clearAllMocks();
  history.replaceState(null, '', '/');
  document.body.replaceChildren();
});

async function start(): Promise<HTMLButtonElement[]> {
  startLive({ currentView: () => view } as ExtrasContext);
  const find = () => [...document.querySelectorAll<HTMLButtonElement>('.live-run')];
  await vi.waitFor(() => expect(find().length).toBeGreaterThan(0));
  return find();
}

test('what can be run has a button with its name, and nothing else has', async () => {
  const buttons = await start();
  expect(buttons.map(({ textContent }) => textContent)).toEqual([
    ...['Run a.ts', 'Run Vue', 'Try it An upgrade'],
  ]);
});

test('pressing it runs the block; looking at it fetches what that needs', async () => {
  const [button] = await start();
  const block = document.querySelector('[data-run="1"]');
  button?.dispatchEvent(new Event('pointerover', { bubbles: true }));
  await vi.waitFor(() => expect(live.prepare).toHaveBeenCalledWith(block, chrome));
  expect(live.runBlock).not.toHaveBeenCalled();
  button?.click();
  await vi.waitFor(() => expect(live.runBlock).toHaveBeenCalledWith(block, chrome));
});

test('what does not come is told, and can be asked for again', async () => {
  vi.mocked(live.runBlock).mockRejectedValueOnce(new Error('offline'));
  const [button] = await start();
  button?.click();
  await vi.waitFor(() => expect(navigationState.get().status).toBe('failed'));
  vi.mocked(live.runBlock).mockClear();
  navigationState.get().retry();
  await vi.waitFor(() => expect(live.runBlock).toHaveBeenCalledOnce());
});

test('an address that carries code is followed, another one is not', async () => {
  await start();
  expect(live.followHash).not.toHaveBeenCalled();
  history.replaceState(null, '', '#live=1~a~b');
  dispatchEvent(new HashChangeEvent('hashchange'));
  await vi.waitFor(() => expect(live.followHash).toHaveBeenCalledWith(chrome));
});
