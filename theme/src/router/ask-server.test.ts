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

test('a file gives what it holds', async () => {
  server.putJson('/build.json', { b: 1 });
  await expect(fetchJson('/build.json', 1000)).resolves.toEqual({ b: 1 });
  expect(vi.getTimerCount()).toBe(0);
});

test.for(['', '<!doctype html>', '{"a":'])('an answer that is no JSON fails: %s', async (text) => {
  server.answers.set('/build.json', { text });
  await expect(fetchJson('/build.json', 1000)).rejects.toThrow(SyntaxError);
});

test.for([404, 500])('an answer with the status %i fails and says so', async (status) => {
  server.answers.set('/build.json', { status, text: '{}' });
  await expect(fetchJson('/build.json', 1000)).rejects.toThrow(
    `/build.json answered with ${status}.`,
  );
});

test('no answer is another matter than a wrong one', async () => {
  server.answers.set('/build.json', 'refused');
  await expect(fetchJson('/build.json', 1000)).rejects.toThrow(UnreachableError);
});

test('a silent server is given up when the time is over, and not before', async () => {
  server.answers.set('/build.json', 'silent');
  const failed = vi.fn();
  fetchJson('/build.json', 1000).catch(failed);
  await vi.advanceTimersByTimeAsync(999);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(failed).toHaveBeenCalledWith(expect.any(UnreachableError));
  expect(failed.mock.calls[0]?.[0].cause.name).toBe('TimeoutError');
});

test('an answer that breaks off is no answer', async () => {
  const text = () => Promise.reject(new TypeError('network error'));
  vi.stubGlobal('fetch', () => Promise.resolve({ ok: true, status: 200, text }));
  await expect(fetchJson('/build.json', 1000)).rejects.toThrow(UnreachableError);
});

test.for([200, 301, 403, 404, 405])(
  'one can go to a document with the status %i',
  async (status) => {
    server.answers.set('/a', { status, text: '' });
    await expect(checkDocument('/a', 1000)).resolves.toBeUndefined();
  },
);

test.for([500, 503])('one stays away from a document with the status %i', async (status) => {
  server.answers.set('/a', { status, text: '' });
  await expect(checkDocument('/a', 1000)).rejects.toThrow(`/a answered with ${status}.`);
});
