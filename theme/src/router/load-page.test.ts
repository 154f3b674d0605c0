import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { samplePage } from '../testing/samples';
import { loadPageScript, prepareScripts } from './load-page';

const NAME = '12.0a1b2c3d';

beforeEach(() => {
  vi.stubGlobal('__webpack_public_path__', '/');
  vi.stubGlobal(
    '__webpack_get_script_filename__',
    (chunk: string) => `assets/js/${chunk}.theme.js`,
  );
  vi.stubGlobal('__webpack_chunk_load__', vi.fn().mockResolvedValue(undefined));
  vi.stubGlobal('__webpack_require__', () => samplePage());
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test('the runtime loads page scripts by number and hash, and theme scripts as before', () => {
  prepareScripts('/base/');
  expect(__webpack_public_path__).toBe('/base/');
  expect(__webpack_get_script_filename__('12.0a1b2c3d')).toBe('assets/js/12.0a1b2c3d.js');
  expect(__webpack_get_script_filename__('59')).toBe('assets/js/59.theme.js');
});

test('a script resolves to the record of its page', async () => {
  expect((await loadPageScript(NAME)).title).toBe('Start');
  expect(__webpack_chunk_load__).toHaveBeenCalledWith('12.0a1b2c3d');
});

test('a script with the record of another page is rejected', async () => {
  vi.stubGlobal('__webpack_require__', () => samplePage({ hash: 'ffffffff' }));
  await expect(loadPageScript(NAME)).rejects.toThrow('12.0a1b2c3d');
});

test('the error of the runtime is not wrapped', {
  tags: ['site-chunk-error'],
}, async () => {
  const error = Object.assign(new Error(), { name: 'ChunkLoadError', type: 'missing' });
  vi.stubGlobal('__webpack_chunk_load__', () => Promise.reject(error));
  await expect(loadPageScript(NAME)).rejects.toBe(error);
});
