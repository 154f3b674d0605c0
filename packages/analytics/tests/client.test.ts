import type { Attributes } from '@tuffet/analytics';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { contract } from './contract.ts';
import { ACTION_ID, answerOf, FakeServer } from './fake-server.ts';
import { createCounting, restorePage, setPrerendering } from './page.ts';

const PAGE: Attributes = { siteLocation: 'https://tuffet.example/' };
const { request } = contract;

let server: FakeServer;
let warn: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  vi.useFakeTimers();
  server = new FakeServer();
  warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
});

afterEach(restorePage);

describe('a request', () => {
  test('updateRecord sends recordId, and updates continue after success', {
    tags: ['analytics-update-record'],
  }, async () => {
    createCounting().updateRecord('record-7');
    await vi.advanceTimersByTimeAsync(30000);
    expect(server.sent.map(({ variables }) => variables)).toEqual(
      Array(2).fill({ recordId: 'record-7' }),
    );
  });

  test('updateAction sends actionId and input, and returns success', {
    tags: ['analytics-update-action'],
  }, async () => {
    const input = { key: '/', value: null, details: 'x' };
    expect(await createCounting().updateAction('action-1', input)).toBe(true);
    expect(server.last.variables).toEqual({ actionId: 'action-1', input });
  });

  test('is sent to /api of the server, with or without a trailing slash', {
    tags: ['analytics-endpoint'],
  }, async () => {
    const places: Record<string, string> = {
      'https://stats.example': 'https://stats.example/api',
      'https://stats.example/': 'https://stats.example/api',
      'https://tuffet.example/stats': 'https://tuffet.example/stats/api',
      '': '/api',
    };
    for (const [address, expected] of Object.entries(places)) {
      await createCounting({}, address).action('e', { key: 'k' });
      expect(server.last.address).toBe(expected);
    }
  });

  test('includes credentials unless ignoreOwnVisits is false', {
    tags: ['analytics-credentials', 'analytics-ignore-own-visits-default'],
  }, async () => {
    const { ignore_own_visits: included, otherwise } = request.credentials;
    for (const value of [true, undefined, null, 0, '', 'false', false]) {
      await createCounting({ ignoreOwnVisits: value }).action('e', { key: 'k' });
      expect(server.last.init.credentials).toBe(value === false ? otherwise : included);
    }
  });

  test('uses keepalive as long as the browser allows it', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const payload = { id: 'x' };
    server.answers(() => released.then(() => answerOf({ data: { createAction: { payload } } })));
    const client = createCounting();
    for (let i = 0; i < 300; i++) client.action('e', { key: '字'.repeat(200) });
    await vi.advanceTimersByTimeAsync(0);
    const kept = server.sent.filter(({ init }) => init.keepalive);
    const bytes = kept.reduce((sum, { init }) => sum + new Blob([String(init.body)]).size, 0);
    expect(server.sent).toHaveLength(300);
    expect(kept.length).toBeGreaterThan(30);
    expect(bytes).toBeLessThan(64 * 1024);
    release();
    await vi.advanceTimersByTimeAsync(0);
    client.action('e', { key: 'k' });
    await vi.advanceTimersByTimeAsync(0);
    expect(server.last.init.keepalive).toBe(true);
  });
});

describe('a response', () => {
  test.each(contract.faults.map((fault) => [fault.name, fault] as const))(
    'to updateAction that is wrong rejects with the words of the contract: %s',
    { tags: ['analytics-error-status', 'analytics-error-body', 'analytics-error-list'] },
    async (_, { body, status, message }) => {
      server.answersWith(body, status);
      const error = await createCounting()
        .updateAction('a', { key: 'k', value: 1 })
        .catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(Error);
      expect((error as Error).message).toBe(message);
    },
  );

  test('with any status other than 200 rejects, whatever it contains', {
    tags: ['analytics-error-status'],
  }, async () => {
    const statuses = fc
      .integer({ min: 201, max: 599 })
      .filter((status) => ![429, 502, 503, 504].includes(status)); // those are retried
    await fc.assert(
      fc.asyncProperty(statuses, async (status) => {
        server.answersWith({ data: { createAction: { payload: { id: 'x' } } } }, status);
        await expect(createCounting().action('e', { key: 'k' })).rejects.toThrow(
          /^Server returned with an unhandled status$/,
        );
      }),
    );
  });

  test('with any other body rejects as a response that cannot be parsed', {
    tags: ['analytics-error-body'],
  }, async () => {
    const bodies = fc.oneof(fc.string(), fc.json());
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        server.answersWith(body);
        const error = await createCounting()
          .action('e', { key: 'k' })
          .catch((reason: Error) => reason);
        expect((error as Error).message).toBe('Failed to parse response from server');
      }),
    );
  });

  test('with an empty list of errors is successful', {
    tags: ['analytics-error-list'],
  }, async () => {
    server.answersWith({ errors: [], data: { createAction: { payload: { id: 'x' } } } });
    expect(await createCounting().action('e', { key: 'k' })).toBe('x');
  });
});

describe('a page that is not ready to be counted', () => {
  test('sends nothing while it is prerendered, and everything once it is shown', async () => {
    setPrerendering(true);
    const client = createCounting();
    client.record('d', PAGE);
    client.action('e', { key: 'k' });
    await vi.advanceTimersByTimeAsync(60000);
    expect(server.sent).toEqual([]);
    setPrerendering(false);
    await vi.advanceTimersByTimeAsync(0);
    expect(server.sent.map(({ operation }) => operation).sort()).toEqual([
      'createAction',
      'createRecord',
    ]);
    await vi.advanceTimersByTimeAsync(15000);
    expect(server.count('updateRecord')).toBe(1);
  });
});

describe('a server that fails', () => {
  const failures: Record<string, () => void> = {
    'answers with a status other than 200': () => server.answersWith('', 500),
    'has lost the record': () => server.answersWith({ errors: [{ message: 'Unknown record' }] }),
  };

  test.each(Object.entries(failures))(
    'and %s receives every action after failed ones',
    { tags: ['analytics-route-action'] },
    async (_, fail) => {
      const client = createCounting();
      fail();
      for (let i = 0; i < 50; i++) await client.action('e', { key: 'k' }).catch(() => {});
      expect(server.count('createAction')).toBe(50);
      server.answers();
      expect(await client.action('e', { key: 'k' })).toBe(ACTION_ID);
    },
  );
});

test('ignored rejections are not reported as unhandled', async () => {
  const unhandled = vi.fn();
  const listen = (event: Event) => {
    event.preventDefault();
    unhandled();
  };
  // Node reports to the process, a browser to the window.
  const node = (globalThis as { process?: NodeJS.Process }).process;
  addEventListener('unhandledrejection', listen);
  node?.on?.('unhandledRejection', unhandled);
  server.answersWith('', 500);
  const client = createCounting();
  client.record('d');
  client.action('e', { key: 'k' });
  client.updateAction('a', { key: 'k' });
  client.updateRecord('r');
  await vi.advanceTimersByTimeAsync(15 * 60000);
  vi.useRealTimers();
  await new Promise((resolve) => setTimeout(resolve)); // they are reported after the task
  removeEventListener('unhandledrejection', listen);
  node?.off?.('unhandledRejection', unhandled);
  expect(server.sent.length).toBeGreaterThan(3);
  expect(unhandled).not.toHaveBeenCalled();
  expect(warn).not.toHaveBeenCalled();
});
