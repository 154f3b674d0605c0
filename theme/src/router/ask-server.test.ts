import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FakeServer, startFakeServer } from '../testing/fake-server';
import { checkDocument, fetchJson, UnreachableError } from './ask-server';

let server: FakeServer;

beforeEach(() => {
  vi.useFakeTimers();
  server = startFakeServer();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('resolves to the content of a JSON file', async () => {
  server.putJson('/build.json', { b: 1 });
  await expect(fetchJson('/build.json', 1000)).resolves.toEqual({ b: 1 });
  expect(vi.getTimerCount()).toBe(0);
});

test.for(['', '<!doctype html>', '{"a":'])(
  'a response that is not JSON fails: %s',
  async (text) => {
    server.answers.set('/build.json', { text });
    await expect(fetchJson('/build.json', 1000)).rejects.toThrow(SyntaxError);
  },
);

test.for([404, 500])('a response with the status %i rejects with that status', async (status) => {
  server.answers.set('/build.json', { status, text: '{}' });
  await expect(fetchJson('/build.json', 1000)).rejects.toThrow(
    `/build.json answered with ${status}.`,
  );
});

test('a refused connection rejects with UnreachableError', async () => {
  server.answers.set('/build.json', 'refused');
  await expect(fetchJson('/build.json', 1000)).rejects.toThrow(UnreachableError);
});

test('a request times out exactly after its timeout', async () => {
  server.answers.set('/build.json', 'silent');
  const failed = vi.fn();
  fetchJson('/build.json', 1000).catch(failed);
  await vi.advanceTimersByTimeAsync(999);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(failed).toHaveBeenCalledWith(expect.any(UnreachableError));
  expect(failed.mock.calls[0]?.[0].cause.name).toBe('TimeoutError');
});

test('an incomplete response rejects with UnreachableError', async () => {
  const text = () => Promise.reject(new TypeError('network error'));
  vi.stubGlobal('fetch', () => Promise.resolve({ ok: true, status: 200, text }));
  await expect(fetchJson('/build.json', 1000)).rejects.toThrow(UnreachableError);
});

test.for([200, 301, 403, 404, 405])(
  'a document with the status %i can be loaded',
  async (status) => {
    server.answers.set('/a', { status, text: '' });
    await expect(checkDocument('/a', 1000)).resolves.toBeUndefined();
  },
);

test.for([500, 503])('a document with the status %i is not loaded', async (status) => {
  server.answers.set('/a', { status, text: '' });
  await expect(checkDocument('/a', 1000)).rejects.toThrow(`/a answered with ${status}.`);
});
