import { expect, test } from 'vitest';
import { startFakeServer } from '../testing/fake-server';
import { sampleChrome } from '../testing/samples';
import { loadWords } from './words';

test('words are fetched once for all who need them', async () => {
  const server = startFakeServer();
  server.putJson('/base/assets/words/11111111.json', { searchPlaceholder: 'Find' });
  const chrome = sampleChrome({ words: '11111111' });
  const [first, second] = await Promise.all([loadWords(chrome), loadWords(chrome)]);
  expect(first).toEqual({ searchPlaceholder: 'Find' });
  expect(second).toBe(first);
  expect(server.asked).toHaveLength(1);
});

test('a failure is not kept', async () => {
  const server = startFakeServer();
  const chrome = sampleChrome({ words: '22222222' });
  await expect(loadWords(chrome)).rejects.toThrow('404');
  server.putJson('/base/assets/words/22222222.json', { searchPlaceholder: 'Find' });
  await expect(loadWords(chrome)).resolves.toEqual({ searchPlaceholder: 'Find' });
});
