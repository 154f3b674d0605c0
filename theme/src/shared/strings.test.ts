import { expect, test } from 'vitest';
import { startFakeServer } from '../testing/fake-server';
import { sampleChrome } from '../testing/samples';
import { loadStrings } from './strings';

test('strings are fetched once', async () => {
  const server = startFakeServer();
  server.putJson('/base/assets/strings/11111111.json', { searchPlaceholder: 'Find' });
  const chrome = sampleChrome({ lazyStrings: '11111111' });
  const [first, second] = await Promise.all([loadStrings(chrome), loadStrings(chrome)]);
  expect(first).toEqual({ searchPlaceholder: 'Find' });
  expect(second).toBe(first);
  expect(server.asked).toHaveLength(1);
});

test('a failure is not cached', async () => {
  const server = startFakeServer();
  const chrome = sampleChrome({ lazyStrings: '22222222' });
  await expect(loadStrings(chrome)).rejects.toThrow('404');
  server.putJson('/base/assets/strings/22222222.json', { searchPlaceholder: 'Find' });
  await expect(loadStrings(chrome)).resolves.toEqual({ searchPlaceholder: 'Find' });
});
