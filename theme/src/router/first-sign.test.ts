import { expect, test, vi } from 'vitest';
import { watchFirstSign } from './first-sign';
import type { SiteIndex } from './site-index';

const BUILD = { generator: '', address: '', theme: '', folders: {} };

const createIndex = () => ({
  loadBuild: vi.fn<SiteIndex['loadBuild']>().mockResolvedValue(BUILD),
  loadTables: vi.fn<SiteIndex['loadTables']>().mockResolvedValue([]),
  loadChrome: vi.fn<SiteIndex['loadChrome']>(),
});

test.for(['pointermove', 'pointerdown', 'keydown', 'focusin'])(
  'the first %s fetches what stands on the server, and the next nothing more',
  async (sign) => {
    const index = createIndex();
    watchFirstSign(index);
    expect(index.loadBuild).not.toHaveBeenCalled();
    document.dispatchEvent(new Event(sign, { bubbles: true }));
    await vi.waitFor(() => expect(index.loadTables).toHaveBeenCalledWith('/', BUILD));
    document.dispatchEvent(new Event('keydown', { bubbles: true }));
    expect(index.loadBuild).toHaveBeenCalledOnce();
  },
);

test('a failure is left to the navigation', async () => {
  const index = createIndex();
  index.loadBuild.mockRejectedValue(new Error('offline'));
  watchFirstSign(index);
  document.dispatchEvent(new Event('keydown', { bubbles: true }));
  await vi.waitFor(() => expect(index.loadBuild).toHaveBeenCalled());
  expect(index.loadTables).not.toHaveBeenCalled();
});
