import { expect, test, vi } from 'vitest';
import { prepareNavigation } from './prepare-navigation';
import type { SiteIndex } from './site-index';

const BUILD = { generator: '', address: '', theme: '', folders: {}, search: null };

const createIndex = () => ({
  loadBuild: vi.fn<SiteIndex['loadBuild']>().mockResolvedValue(BUILD),
  loadTables: vi.fn<SiteIndex['loadTables']>().mockResolvedValue([]),
  loadChrome: vi.fn<SiteIndex['loadChrome']>(),
});

test('the build record is fetched, and the table of the page', async () => {
  const index = createIndex();
  await prepareNavigation(index);
  expect(index.loadTables).toHaveBeenCalledExactlyOnceWith('/', BUILD);
});

test('a failure is ignored, because the navigation reports it', async () => {
  const index = createIndex();
  index.loadBuild.mockRejectedValue(new Error('offline'));
  await expect(prepareNavigation(index)).resolves.toBeUndefined();
  expect(index.loadTables).not.toHaveBeenCalled();
});
