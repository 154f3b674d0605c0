import type { Attributes, Client } from '@tuffet/analytics';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ACTION_ID, FakeServer, RECORD_ID } from './fake-server.ts';
import { createCounting, leaveDocument, restorePage, setNavigator } from './page.ts';

const PAGE: Attributes = { siteLocation: 'https://tuffet.example/' };
const INPUT = { key: 'k' };
const STATUS = 'Server returned with an unhandled status';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let server: FakeServer;
let client: Client;

beforeEach(() => {
  vi.useFakeTimers();
  server = new FakeServer();
  client = createCounting();
});

afterEach(restorePage);

/** Sends a request, so that the client knows whether the server accepts keys. */
async function introduce(): Promise<void> {
  await client.action('first', INPUT);
  server.sent.length = 0;
}

async function introduceKeys(): Promise<void> {
  server.acceptsKeys();
  await introduce();
}

/** Opens the next page in the same tab. The timers of the last one have ended with it. */
function openNextPage(address?: string): void {
  leaveDocument();
  vi.clearAllTimers();
  client = createCounting({}, address);
}

const settle = () => vi.advanceTimersByTimeAsync(0);
/** In any order: storage lists its keys so. */
const keys = () => server.sent.map(({ key }) => key).sort();

describe('the next page in the tab', () => {
  test.each(['in flight', 'waiting'])(
    'sends requests that were %s, with their keys',
    async (state) => {
      await introduceKeys();
      if (state === 'in flight') server.isSilent();
      else server.isUnreachable();
      client.record('d', PAGE);
      client.action('e', INPUT);
      await settle();
      const before = keys();
      server.answers();
      openNextPage();
      await introduce();
      await vi.advanceTimersByTimeAsync(2000);
      expect(keys()).toEqual(before);
      expect(sessionStorage).toHaveLength(0);
      openNextPage();
      await vi.advanceTimersByTimeAsync(HOUR);
      expect(keys()).toEqual(before);
    },
  );

  test('does not send those that a server like Ackee may have stored', async () => {
    server.isSilent();
    client.action('lost', INPUT);
    await settle();
    server.answers();
    openNextPage();
    await introduce();
    await vi.advanceTimersByTimeAsync(HOUR);
    expect(server.sent).toEqual([]);
    expect(sessionStorage).toHaveLength(0);
  });

  test('sends those that a server like Ackee has refused', async () => {
    server.answersWith('', 503);
    client.action('refused', INPUT);
    await settle();
    server.answers();
    openNextPage();
    await introduce();
    await vi.advanceTimersByTimeAsync(2000);
    expect(server.sent.map(({ variables }) => variables.eventId)).toEqual(['refused']);
  });

  test('sends nothing to another server', async () => {
    server.answersWith('', 503);
    client.action('e', INPUT);
    await settle();
    server.sent.length = 0;
    server.answers();
    openNextPage('https://other.example');
    await vi.advanceTimersByTimeAsync(HOUR);
    expect(server.sent).toEqual([]);
    openNextPage();
    await vi.advanceTimersByTimeAsync(2000);
    expect(server.sent).toHaveLength(1);
  });

  test('ignores what it cannot read', async () => {
    server.answersWith('', 503);
    client.action('e', INPUT);
    await settle();
    const [name] = Object.keys(sessionStorage);
    sessionStorage.setItem(`${name}`, '{');
    openNextPage();
    server.answers();
    expect(await client.action('e', INPUT)).toBe(ACTION_ID);
  });
});

describe('leaving a page', () => {
  test('sends the waiting requests once more', async () => {
    await introduceKeys();
    server.isUnreachable();
    for (let i = 0; i < 3; i++) client.action('e', INPUT);
    await settle();
    server.sent.length = 0;
    server.answers();
    dispatchEvent(new Event('pagehide'));
    await settle();
    expect(server.count('createAction')).toBe(3);
    expect(server.sent.every(({ init }) => init.keepalive)).toBe(true);
    await vi.advanceTimersByTimeAsync(HOUR);
    expect(server.count('createAction')).toBe(3);
  });

  test('sends nothing that a server like Ackee may have stored', async () => {
    server.isUnreachable();
    client.action('e', INPUT);
    await settle();
    server.answers();
    dispatchEvent(new Event('pagehide'));
    await settle();
    expect(server.sent).toHaveLength(1);
  });
});

describe('while the browser is offline', () => {
  beforeEach(() => setNavigator('onLine', false));

  test('nothing is sent, and everything once it is online', {
    tags: ['analytics-route-action'],
  }, async () => {
    const results = [client.record('d', PAGE).id, client.action('e', INPUT)];
    await vi.advanceTimersByTimeAsync(HOUR);
    expect(server.sent).toEqual([]);
    setNavigator('onLine', true);
    dispatchEvent(new Event('online'));
    await settle();
    expect(await Promise.all(results)).toEqual([RECORD_ID, ACTION_ID]);
    expect(server.sent).toHaveLength(2);
  });

  test('the requests of earlier pages wait, too', async () => {
    client.action('e', INPUT);
    await settle();
    openNextPage();
    await vi.advanceTimersByTimeAsync(HOUR);
    expect(server.sent).toEqual([]);
    setNavigator('onLine', true);
    dispatchEvent(new Event('online'));
    await settle();
    expect(server.sent).toHaveLength(1);
  });
});

describe('the queue', () => {
  test('has at most 100 requests; further ones fail', async () => {
    setNavigator('onLine', false);
    const results = Array.from({ length: 103 }, () => client.action('e', INPUT).catch(String));
    await settle();
    expect(sessionStorage).toHaveLength(100);
    setNavigator('onLine', true);
    dispatchEvent(new Event('online'));
    await settle();
    const settled = await Promise.all(results);
    expect(settled.filter((id) => id === ACTION_ID)).toHaveLength(100);
    expect(settled.filter((text) => text === `Error: ${STATUS}`)).toHaveLength(3);
  });

  test.each([
    ['is missing', undefined],
    [
      'is full',
      {
        setItem: () => {
          throw new Error('full');
        },
      },
    ],
  ])('works on this page if session storage %s', async (_, storage) => {
    vi.stubGlobal('sessionStorage', storage);
    server.answersWith('', 503);
    const result = client.action('e', INPUT);
    await settle();
    server.answers();
    await vi.advanceTimersByTimeAsync(2000);
    expect(await result).toBe(ACTION_ID);
    vi.unstubAllGlobals();
  });
});
