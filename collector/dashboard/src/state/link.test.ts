import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signInByLink } from './link.ts';

const fetching = vi.fn<typeof fetch>();
const onReplace = vi.fn<History['replaceState']>();

beforeEach(() => {
  fetching.mockReset();
  onReplace.mockReset();
  vi.stubGlobal('fetch', fetching);
  vi.stubGlobal('history', { replaceState: onReplace });
  vi.stubGlobal('location', { pathname: '/dashboard/', search: '?days=7', hash: '#token=abc' });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a token in the URL is sent, and removed after it is accepted', async () => {
  fetching.mockImplementation(async () => {
    expect(onReplace).not.toHaveBeenCalled();
    return new Response();
  });
  await signInByLink();
  const [path, init] = fetching.mock.calls[0] ?? [];
  expect([path, init?.body]).toEqual(['/dashboard/api/session?link', 'abc']);
  expect(onReplace).toHaveBeenCalledExactlyOnceWith(null, '', '/dashboard/?days=7');
});

test('a rejected token is removed, so that another one can be entered', async () => {
  fetching.mockResolvedValue(new Response('', { status: 401 }));
  await expect(signInByLink()).rejects.toMatchObject({ kind: 'signed-out' });
  expect(onReplace).toHaveBeenCalledOnce();
});

test.each([429, 500, 503])('status %i leaves the token in the URL for a retry', async (status) => {
  fetching.mockResolvedValue(new Response('', { status }));
  await expect(signInByLink()).rejects.toThrow();
  expect(onReplace).not.toHaveBeenCalled();
});

test('without a connection, the token stays in the URL for a retry', async () => {
  fetching.mockRejectedValue(new TypeError('Failed to fetch'));
  await expect(signInByLink()).rejects.toMatchObject({ kind: 'away' });
  expect(onReplace).not.toHaveBeenCalled();
});

test('without a token in the URL, nothing is sent', async () => {
  vi.stubGlobal('location', { pathname: '/dashboard/', search: '', hash: '#figures' });
  await signInByLink();
  expect(fetching).not.toHaveBeenCalled();
});
