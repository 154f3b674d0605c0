import { type Attributes, type Client, create } from '@tuffet/analytics';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { contract } from './contract.ts';
import { ACTION_ID, FakeServer } from './fake-server.ts';
import { callAll, createCounting, restorePage, setNavigator } from './page.ts';

const SERVER = 'https://stats.example';
const PAGE: Attributes = { siteLocation: 'https://tuffet.example/' };
const { skipped } = contract;

let server: FakeServer;
let warn: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  vi.useFakeTimers();
  server = new FakeServer();
  warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
});

afterEach(restorePage);

describe('visits that are not counted', () => {
  /** Sends nothing, and every method resolves as in a client that counts. */
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

  test('those of the owner, recognized by the id that the server returns', {
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

  test('those of the owner who passes that id', {
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
});

test('visits by automated browsers are counted: only the user agent identifies bots', {
  tags: ['analytics-skip-bots'],
}, async () => {
  setNavigator('webdriver', true);
  expect(await createCounting().action('e', { key: 'k' })).toBe(ACTION_ID);
});

test('visits are counted if the browser has the privacy signals disabled', async () => {
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

test('isActive returns whether the client sends anything', () => {
  expect(createCounting().isActive).toBe(true);
  expect(create(SERVER).isActive).toBe(false);
});
