import { attributes, create, detect } from '@tuffet/analytics';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

test('during SSR nothing is sent, and every promise resolves', async () => {
  const fetch = vi.fn();
  vi.stubGlobal('fetch', fetch);
  const warn = vi.spyOn(console, 'warn');
  vi.useFakeTimers();
  const client = create('https://stats.example', { detailed: true, ignoreLocalhost: false });
  const recordings = [client.record('domain'), client.updateRecord('record')];
  for (const { stop } of recordings) stop();
  const values = [
    ...recordings.flatMap(({ id, ended }) => [id, ended]),
    client.action('event', { key: 'k', value: 1 }),
    client.updateAction('action', { key: 'k', value: 1 }),
  ];
  expect(await Promise.all(values)).toEqual(Array(6).fill(undefined));
  expect(detect()).toBeUndefined();
  expect(await attributes(true)).toEqual({ siteLocation: '' });
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
  expect(fetch).not.toHaveBeenCalled();
  expect(warn).not.toHaveBeenCalled();
});
