import { type Attributes, type Client, create } from '@tuffet/analytics';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { contract, tidy } from './contract.js';
import { ACTION_ID, answerOf, FakeServer, RECORD_ID } from './fake-server.js';
import {
  createCounting,
  restorePage,
  setNavigator,
  setPrerendering,
  setUserAgent,
} from './page.js';

const SERVER = 'https://stats.example';
const PAGE: Attributes = { siteLocation: 'https://tuffet.example/' };
const { skipped, request } = contract;

let server: FakeServer;
let warn: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  vi.useFakeTimers();
  server = new FakeServer();
  warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
});

afterEach(restorePage);

/** Calls every method once, with ids that a server could have given. */
async function callAll(client: Client): Promise<unknown[]> {
  const recordings = [client.record('d', PAGE), client.updateRecord('r')];
  const values = [
    ...recordings.map(({ id }) => id),
    client.action('e', { key: 'k', value: 1 }),
    client.updateAction('a', { key: 'k', value: 1 }),
  ];
  for (const { stop } of recordings) stop();
  return Promise.all(values);
}

describe('a request', () => {
  test.each(contract.operations.map((operation) => [operation.name, operation] as const))(
    '%s has the document of the contract',
    {
      tags: [
        'analytics-create-record',
        'analytics-update-record',
        'analytics-create-action',
        'analytics-update-action',
      ],
    },
    async (name, { document }) => {
      const client = createCounting();
      const { id } = client.record('domain', PAGE);
      await id;
      await client.action('event', { key: 'k', value: 1 });
      await client.updateAction('action', { key: 'k', value: 1 });
      await vi.advanceTimersByTimeAsync(15000);
      const sent = server.sent.find(({ operation }) => operation === name);
      expect(tidy(sent?.query ?? '')).toBe(tidy(document));
    },
  );

  test('createRecord sends domainId and input, and gives payload.id', {
    tags: ['analytics-create-record'],
  }, async () => {
    const { id } = createCounting().record('domain-1', PAGE);
    expect(await id).toBe(RECORD_ID);
    expect(server.last.variables).toEqual({ domainId: 'domain-1', input: PAGE });
  });

  test('updateRecord sends recordId, and its success keeps the updates coming', {
    tags: ['analytics-update-record'],
  }, async () => {
    createCounting().updateRecord('record-7');
    await vi.advanceTimersByTimeAsync(30000);
    expect(server.sent.map(({ variables }) => variables)).toEqual(
      Array(2).fill({ recordId: 'record-7' }),
    );
  });

  test('createAction sends eventId and an input of key and value, and gives payload.id', {
    tags: ['analytics-create-action', 'analytics-action-shape'],
  }, async () => {
    const id = await createCounting().action('event-1', { key: '/guide/', value: 1 });
    expect(id).toBe(ACTION_ID);
    expect(server.last.variables).toEqual({
      eventId: 'event-1',
      input: { key: '/guide/', value: 1 },
    });
  });

  test('updateAction sends actionId and input, and gives success', {
    tags: ['analytics-update-action'],
  }, async () => {
    const input = { key: '/', value: null, details: 'x' };
    expect(await createCounting().updateAction('action-1', input)).toBe(true);
    expect(server.last.variables).toEqual({ actionId: 'action-1', input });
  });

  test('is a POST of JSON', { tags: ['analytics-post-json'] }, async () => {
    await createCounting().action('e', { key: 'k', value: 1 });
    const { method, headers, body } = server.last.init;
    expect(method).toBe(request.method);
    expect(headers).toEqual({ 'Content-Type': request.content_type });
    expect(JSON.parse(String(body))).toEqual({
      query: server.last.query,
      variables: server.last.variables,
    });
  });

  test('goes to the server with /api after it, whether or not that ends in a slash', {
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

  test('carries credentials unless ignoreOwnVisits is false', {
    tags: ['analytics-credentials', 'analytics-ignore-own-visits-default'],
  }, async () => {
    const { ignore_own_visits: included, otherwise } = request.credentials;
    for (const value of [true, undefined, null, 0, '', 'false', false]) {
      await createCounting({ ignoreOwnVisits: value }).action('e', { key: 'k' });
      expect(server.last.init.credentials).toBe(value === false ? otherwise : included);
    }
  });

  test('outlives its page, as long as the browser has room for that', async () => {
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

describe('an answer', () => {
  const calls: Record<string, (client: Client) => Promise<unknown>> = {
    record: (client) => client.record('d', PAGE).id,
    action: (client) => client.action('e', { key: 'k', value: 1 }),
    updateAction: (client) => client.updateAction('a', { key: 'k', value: 1 }),
  };

  for (const [name, call] of Object.entries(calls)) {
    test.each(contract.faults.map((fault) => [fault.name, fault] as const))(
      `to ${name} that is wrong rejects with the words of the contract: %s`,
      { tags: ['analytics-error-status', 'analytics-error-body', 'analytics-error-list'] },
      async (_, { body, status, message }) => {
        server.answersWith(body, status);
        const error = await call(createCounting()).catch((reason: unknown) => reason);
        expect(error).toBeInstanceOf(Error);
        expect((error as Error).message).toBe(message);
      },
    );
  }

  test('with any status but 200 is an unhandled one, whatever it holds', {
    tags: ['analytics-error-status'],
  }, async () => {
    const statuses = fc.integer({ min: 200, max: 599 }).filter((status) => status !== 200);
    await fc.assert(
      fc.asyncProperty(statuses, async (status) => {
        server.answersWith({ data: { createAction: { payload: { id: 'x' } } } }, status);
        await expect(createCounting().action('e', { key: 'k' })).rejects.toThrow(
          /^Server returned with an unhandled status$/,
        );
      }),
    );
  });

  test('that is any other text rejects or gives nothing, and never throws into the page', {
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

  test('with an empty errors list is a good one', { tags: ['analytics-error-list'] }, async () => {
    server.answersWith({ errors: [], data: { createAction: { payload: { id: 'x' } } } });
    expect(await createCounting().action('e', { key: 'k' })).toBe('x');
  });

  test('that does not come is no error', async () => {
    server.isUnreachable();
    expect(await callAll(createCounting())).toEqual([undefined, 'r', undefined, undefined]);
  });

  test('that breaks off is no error', async () => {
    server.answers(async () => ({ status: 200, text: () => Promise.reject(new TypeError('cut')) }));
    expect(await createCounting().action('e', { key: 'k' })).toBeUndefined();
  });

  test('is waited for 15 s', async () => {
    server.isSilent();
    const settled = vi.fn();
    createCounting().action('e', { key: 'k' }).then(settled);
    await vi.advanceTimersByTimeAsync(14999);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(settled).toHaveBeenCalledWith(undefined);
    expect(server.last.init.signal?.aborted).toBe(true);
  });
});

describe('visits that are not counted', () => {
  /** Nothing is sent, and every method gives what one that counts could give. */
  async function expectSilence(client: Client): Promise<void> {
    expect(await callAll(client)).toEqual([undefined, undefined, undefined, undefined]);
    await client.record('d').ended;
    await vi.advanceTimersByTimeAsync(60000);
    expect(server.sent).toEqual([]);
  }

  test('those on localhost, with a warning, unless ignoreLocalhost is false', {
    tags: [
      'analytics-skip-localhost',
      'analytics-warn-localhost',
      'analytics-ignore-localhost-default',
    ],
  }, async () => {
    expect(location.hostname).toBe('localhost');
    for (const options of [undefined, null, {}, ...[true, undefined, null, 0, ''].map(asOption)]) {
      warn.mockClear();
      await expectSilence(create(SERVER, options));
      expect(warn.mock.calls).toEqual([[skipped.warnings.localhost]]);
    }
    await create(SERVER, { ignoreLocalhost: false }).action('e', { key: 'k' });
    expect(server.sent).toHaveLength(1);
  });

  function asOption(ignoreLocalhost: unknown): { ignoreLocalhost: boolean } {
    return { ignoreLocalhost: ignoreLocalhost as boolean };
  }

  test.each(skipped.bots)(
    'those of a %s, with a warning',
    {
      tags: ['analytics-skip-bots', 'analytics-warn-bot'],
    },
    async (word) => {
      for (const userAgent of [word, `Mozilla/5.0 (Good${word.toUpperCase()}/2.1; +http://x)`]) {
        warn.mockClear();
        setUserAgent(userAgent);
        await expectSilence(createCounting());
        expect(warn.mock.calls).toEqual([[skipped.warnings.bot]]);
      }
    },
  );

  test('not those of a browser that a program drives: the user agent is the rule', {
    tags: ['analytics-skip-bots'],
  }, async () => {
    setNavigator('webdriver', true);
    expect(await createCounting().action('e', { key: 'k' })).toBe(ACTION_ID);
  });

  test('those of the owner, known by the id that the server returns', {
    tags: ['analytics-owner-id', 'analytics-warn-own-site'],
  }, async () => {
    const payload = { id: skipped.owner_id };
    server.answersWith({ data: { createRecord: { payload }, createAction: { payload } } });
    const client = createCounting();
    const recording = client.record('d', PAGE);
    expect(await recording.id).toBeUndefined();
    expect(await client.action('e', { key: 'k' })).toBeUndefined();
    await recording.ended;
    await vi.advanceTimersByTimeAsync(60000);
    expect(server.count('updateRecord')).toBe(0);
    expect(warn.mock.calls).toEqual(Array(2).fill([skipped.warnings.owner]));
  });

  test('those of the owner who brings the id along', {
    tags: ['analytics-owner-id', 'analytics-warn-own-site'],
  }, async () => {
    const client = createCounting();
    expect(await client.updateRecord(skipped.owner_id).id).toBeUndefined();
    expect(await client.updateAction(skipped.owner_id, { key: 'k' })).toBeUndefined();
    await vi.advanceTimersByTimeAsync(60000);
    expect(server.sent).toEqual([]);
    expect(warn.mock.calls).toEqual(Array(2).fill([skipped.warnings.owner]));
  });

  test('those with a privacy signal, without a warning, if respectPrivacySignals is exactly true', async () => {
    const signals: [string, unknown][] = [
      ['globalPrivacyControl', true],
      ['doNotTrack', '1'],
    ];
    for (const [name, value] of signals) {
      setNavigator(name, value);
      await expectSilence(createCounting({ respectPrivacySignals: true }));
      for (const respectPrivacySignals of [undefined, null, false, 1, 'true']) {
        const client = createCounting({ respectPrivacySignals });
        await client.action('e', { key: 'k' });
      }
      expect(server.count('createAction')).toBe(5);
      server.sent.length = 0;
      setNavigator(name, undefined);
    }
    expect(warn).not.toHaveBeenCalled();
  });

  test('not those whose browser has the signals turned off', async () => {
    for (const [control, track] of [
      [false, '0'],
      [undefined, 'unspecified'],
      [undefined, null],
    ]) {
      setNavigator('globalPrivacyControl', control);
      setNavigator('doNotTrack', track);
      const client = createCounting({ respectPrivacySignals: true });
      expect(await client.action('e', { key: 'k' })).toBe(ACTION_ID);
    }
  });

  test('and the client says whether it sends anything', () => {
    expect(createCounting().isActive).toBe(true);
    expect(create(SERVER).isActive).toBe(false);
  });
});

describe('a page that is not ready to be counted', () => {
  test('sends nothing while it is loaded in advance, and everything once it is shown', async () => {
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

  test('sends nothing without a connection, and does not hold that against the server', async () => {
    const client = createCounting();
    setNavigator('onLine', false);
    for (let i = 0; i < 10; i++) {
      expect(await client.action('e', { key: 'k' })).toBeUndefined();
    }
    expect(server.sent).toEqual([]);
    setNavigator('onLine', true);
    expect(await client.action('e', { key: 'k' })).toBe(ACTION_ID);
  });
});

describe('a server that fails', () => {
  const failures: Record<string, () => void> = {
    'is unreachable': () => server.isUnreachable(),
    'answers with a status other than 200': () => server.answersWith('', 500),
    'has lost the record': () => server.answersWith({ errors: [{ message: 'Unknown record' }] }),
  };

  test.each(Object.entries(failures))(
    'and %s gets every action, whatever happened to the ones before',
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

  test('gets all of a hundred actions that are sent at the same time', async () => {
    const client = createCounting();
    const ids = Array.from({ length: 100 }, (_, i) => client.action('e', { key: `/${i}` }));
    expect(await Promise.all(ids)).toEqual(Array(100).fill(ACTION_ID));
    const keys = server.sent.map(({ variables }) => (variables.input as { key: string }).key);
    expect(keys).toEqual(Array.from({ length: 100 }, (_, i) => `/${i}`));
  });
});

test('nobody has to listen: what is ignored never becomes an error of the page', async () => {
  const unhandled = vi.fn();
  const listen = (event: Event) => {
    event.preventDefault();
    unhandled();
  };
  // Node tells the process, a browser the window.
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
