import type { Attributes, Client } from '@tuffet/analytics';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ACTION_ID, answerOf, FakeServer, RECORD_ID } from './fake-server.ts';
import { createCounting, restorePage } from './page.ts';

const PAGE: Attributes = { siteLocation: 'https://tuffet.example/' };
const INPUT = { key: 'k' };
const STATUS = 'Server returned with an unhandled status';
const OWNER_ID = '88888888-8888-8888-8888-888888888888';
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

const settle = () => vi.advanceTimersByTimeAsync(0);
const keys = () => server.sent.map(({ key }) => key);
const listOperations = () => server.sent.map(({ operation }) => operation);

describe('every request that creates something', () => {
  test('has its own key, of 16 to 100 characters', async () => {
    for (let i = 0; i < 100; i++) await client.action('e', INPUT);
    await client.record('d', PAGE).id;
    expect(new Set(keys()).size).toBe(101);
    expect(keys().every((key) => /^[\d-]{16,100}$/.test(key ?? ''))).toBe(true);
  });

  test('leaves nothing in the browser after it was answered', async () => {
    const pending = client.record('d', PAGE).id;
    await settle();
    await pending;
    server.answersWith('', 404);
    await client.action('e', INPUT).catch(() => {});
    expect(sessionStorage).toHaveLength(0);
  });
});

describe('a server that accepts keys', () => {
  beforeEach(introduceKeys);

  const failures: Record<string, () => void> = {
    'is unreachable': () => server.isUnreachable(),
    'is silent': () => server.isSilent(),
    'sends half a response': () =>
      server.answers(async () => ({
        ...answerOf(''),
        text: () => Promise.reject(new TypeError('cut')),
      })),
    'answers 429': () => server.answersWith('', 429),
    'answers 502': () => server.answersWith('', 502),
    'answers 503': () => server.answersWith('', 503),
    'answers 504': () => server.answersWith('', 504),
  };

  test.each(Object.entries(failures))(
    'and %s gets each request again until it answers',
    async (_, fail) => {
      fail();
      const results = [client.record('d', PAGE).id, client.action('e', INPUT)];
      await vi.advanceTimersByTimeAsync(10 * MINUTE);
      const before = server.sent.length;
      expect(before).toBeGreaterThan(5);
      server.answers();
      await vi.advanceTimersByTimeAsync(2 * MINUTE);
      expect(await Promise.all(results)).toEqual([RECORD_ID, ACTION_ID]);
      const creations = server.sent.filter(({ operation }) => operation !== 'updateRecord');
      expect(new Set(creations.map(({ key }) => key)).size).toBe(2);
      expect(new Set(creations.map(({ init }) => init.body)).size).toBe(2);
      expect(sessionStorage).toHaveLength(0);
    },
  );

  test('gets no request again that it has answered', async () => {
    const answered = fc.integer({ min: 200, max: 599 });
    const statuses = answered.filter((status) => ![429, 502, 503, 504].includes(status));
    await fc.assert(
      fc.asyncProperty(statuses, async (status) => {
        server.sent.length = 0;
        server.answersWith({ errors: [{ message: 'no' }] }, status);
        await expect(client.action('e', INPUT)).rejects.toThrow(status === 200 ? 'no' : STATUS);
        await vi.advanceTimersByTimeAsync(HOUR);
        expect(server.sent).toHaveLength(1);
      }),
      { numRuns: 20 },
    );
  });

  test('starts the updates of a view that was stored late', async () => {
    server.isUnreachable();
    client.record('d', PAGE);
    await settle();
    server.answers();
    await vi.advanceTimersByTimeAsync(2000 + 15_000);
    expect(server.count('updateRecord')).toBe(1);
    expect(server.last.variables).toEqual({ recordId: RECORD_ID });
  });

  test('gets waiting requests one by one, in their order', async () => {
    server.isUnreachable();
    for (let i = 0; i < 20; i++) client.action('e', { key: `${i}` });
    await settle();
    server.sent.length = 0;
    let open = 0;
    server.answers(async () => {
      open += 1;
      expect(open).toBe(1);
      await Promise.resolve();
      open -= 1;
      const data = { createAction: { payload: { id: 'x' } } };
      return answerOf({ data, extensions: { idempotencyKey: true } });
    });
    await vi.advanceTimersByTimeAsync(5000);
    const sent = server.sent.map(({ variables }) => (variables.input as typeof INPUT).key);
    expect(sent).toEqual(Array.from({ length: 20 }, (_, i) => `${i}`));
  });

  test.each([
    ['is unreachable', () => server.isUnreachable()],
    ['answers 429', () => server.answersWith('', 429)],
  ])(
    'and %s for 12 hours rejects with the exact message',
    {
      tags: ['analytics-error-status'],
    },
    async (_, fail) => {
      fail();
      const rejected = vi.fn();
      client.record('d', PAGE).id.catch(rejected);
      await vi.advanceTimersByTimeAsync(12 * HOUR - 1);
      expect(rejected).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(2 * MINUTE);
      expect(rejected).toHaveBeenCalledExactlyOnceWith(new Error(STATUS));
      expect(sessionStorage).toHaveLength(0);
    },
  );
});

describe('pauses', () => {
  beforeEach(introduceKeys);

  /** Returns the pauses between attempts, in seconds. */
  async function listPauses(): Promise<number[]> {
    client.action('e', INPUT);
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    const times = server.sent.map(({ at }) => at);
    return times.slice(1).map((at, i) => (at - (times[i] ?? 0)) / 1000);
  }

  test.each([0, 0.5, 0.999])(
    'double up to 30 s, with a jitter of up to 100 %: %s',
    async (part) => {
      vi.spyOn(Math, 'random').mockReturnValue(part);
      server.isUnreachable();
      const pauses = await listPauses();
      expect(pauses.slice(0, 6).map((pause) => Math.round(pause / (1 + part)))).toEqual([
        1, 2, 4, 8, 16, 30,
      ]);
      expect(Math.max(...pauses)).toBeLessThan(60);
    },
  );

  test('start at 1 s again after a success', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    server.isUnreachable();
    client.action('e', INPUT);
    await vi.advanceTimersByTimeAsync(5 * MINUTE);
    server.answers();
    await vi.advanceTimersByTimeAsync(30_000);
    server.sent.length = 0;
    server.isUnreachable();
    expect((await listPauses()).slice(0, 3)).toEqual([1, 2, 4]);
  });

  test('are not shorter than Retry-After, and hold for all requests', async () => {
    server.answersWith('', 503, { 'Retry-After': '100' });
    client.action('e', INPUT);
    await settle();
    server.answers();
    for (let i = 0; i < 10; i++) client.action('e', INPUT);
    client.record('d', PAGE);
    dispatchEvent(new Event('online'));
    dispatchEvent(new Event('pagehide'));
    await vi.advanceTimersByTimeAsync(99_999);
    expect(server.sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(100_001);
    expect(server.count('createAction')).toBe(12);
    expect(server.count('createRecord')).toBe(1);
  });

  test('exceed a long Retry-After by at most 30 s', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.999);
    server.answersWith('', 429, { 'Retry-After': `${(7 * HOUR) / 1000}` });
    const result = client.action('e', INPUT);
    await settle();
    server.answers();
    await vi.advanceTimersByTimeAsync(7 * HOUR + 30_000);
    expect(await Promise.race([result, 'waits'])).toBe(ACTION_ID);
  });

  test('respect a date in Retry-After', async () => {
    const date = new Date(Math.ceil(Date.now() / 1000) * 1000 + 100_000);
    server.answersWith('', 503, { 'Retry-After': date.toUTCString() });
    client.action('e', INPUT);
    await settle();
    server.answers();
    await vi.advanceTimersByTimeAsync(99_999);
    expect(server.sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(31_002);
    expect(server.sent).toHaveLength(2);
  });

  test('do not become longer if the clock of the device is set back', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    await introduce();
    vi.setSystemTime(Date.now() - 2 * HOUR);
    server.answersWith('', 503);
    const result = client.action('e', INPUT);
    await settle();
    server.answers();
    await vi.advanceTimersByTimeAsync(1000);
    expect(await Promise.race([result, 'waits'])).toBe(ACTION_ID);
  });

  test.each(['1e300', '-5', 'Wed, 21 Oct 2026 07:28:00 GMT', 'NaN'])(
    'do not become a flood because of an odd Retry-After: %s',
    async (value) => {
      server.answersWith('', 429, { 'Retry-After': value });
      expect(Math.min(...(await listPauses()), 1)).toBe(1);
    },
  );
});

describe('a server like Ackee', () => {
  test.each([429, 503])('gets requests that it has refused with %s again', async (status) => {
    await introduce();
    server.answersWith('', status);
    const result = client.action('e', INPUT);
    await settle();
    server.answers();
    await vi.advanceTimersByTimeAsync(2000);
    expect(await result).toBe(ACTION_ID);
    expect(server.count('createAction')).toBe(2);
  });

  test.each([
    ['does not answer', () => server.isUnreachable()],
    ['answers 500', () => server.answersWith('', 500)],
    ['answers 502', () => server.answersWith('', 502)],
  ])('gets no request again if it %s', async (_, fail) => {
    await introduce();
    fail();
    const result = client.action('e', INPUT);
    await expect(result).rejects.toThrow(STATUS);
    server.answers();
    await vi.advanceTimersByTimeAsync(HOUR);
    expect(server.sent).toHaveLength(1);
  });

  test('gets no request again after a later one was not answered', async () => {
    await introduce();
    server.answersWith('', 503);
    const result = client.action('e', INPUT);
    await settle();
    server.isUnreachable();
    await expect(Promise.all([result, vi.advanceTimersByTimeAsync(5000)])).rejects.toThrow(STATUS);
    expect(server.count('createAction')).toBe(2);
  });
});

describe('before the first answer', () => {
  test('a lost request is repeated after the server has announced that it accepts keys', async () => {
    server.isUnreachable();
    const result = client.record('d', PAGE).id;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(server.count('createRecord')).toBe(1);
    server.acceptsKeys();
    server.answers();
    await vi.advanceTimersByTimeAsync(16_000);
    expect(await result).toBe(RECORD_ID);
    expect(server.count('createRecord')).toBe(2);
  });

  test('the announcement is asked for with a request that changes nothing', async () => {
    server.isUnreachable();
    client.record('d', PAGE);
    await vi.advanceTimersByTimeAsync(2000);
    expect(listOperations()).toEqual(['createRecord', 'updateRecord']);
    expect(server.last.variables).toEqual({ recordId: OWNER_ID });
  });

  test('a lost request fails if the server does not accept keys', async () => {
    server.isUnreachable();
    const result = client.record('d', PAGE).id;
    await settle();
    server.answersWith({ errors: [{ message: 'Unknown record' }], data: null });
    await expect(Promise.all([result, vi.advanceTimersByTimeAsync(2000)])).rejects.toThrow(STATUS);
    await vi.advanceTimersByTimeAsync(HOUR);
    expect(listOperations()).toEqual(['createRecord', 'updateRecord']);
    expect(sessionStorage).toHaveLength(0);
  });

  test('a server that never answers, such as a blocked one, gets eight questions at most', async () => {
    server.isUnreachable();
    const results = [client.record('d', PAGE).id, client.action('e', INPUT)];
    const rejected = results.map((result) => expect(result).rejects.toThrow(STATUS));
    await vi.advanceTimersByTimeAsync(24 * HOUR);
    await Promise.all(rejected);
    expect(server.sent).toHaveLength(2 + 8);
    expect(vi.getTimerCount()).toBe(0);
  });
});
