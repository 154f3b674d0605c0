import type { Attributes, Client, Recording } from '@tuffet/analytics';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { contract } from './contract.js';
import { answerOf, FakeServer, RECORD_ID } from './fake-server.js';
import { createCounting, leavePage, restorePage, setNavigator, setVisibility } from './page.js';

const PAGE: Attributes = { siteLocation: 'https://tuffet.example/' };
const INTERVAL = contract.constants.update_interval_ms;
const MINUTE = 60000;

let server: FakeServer;
let client: Client;

beforeEach(openPage);
afterEach(restorePage);

function openPage(): void {
  vi.useFakeTimers();
  server = new FakeServer();
  client = createCounting();
}

/** A record that is on its way. */
function start(): Recording {
  return client.record('domain', PAGE);
}

/** A record that has got its id. */
async function record(): Promise<Recording> {
  const recording = start();
  await recording.id;
  return recording;
}

function countUpdates(): number {
  return server.count('updateRecord');
}

/** When updates are sent, in seconds after now. */
async function listUpdates(seconds: number): Promise<number[]> {
  const start = Date.now();
  const known = server.sent.length;
  await vi.advanceTimersByTimeAsync(seconds * 1000);
  const updates = server.sent.slice(known).filter(({ operation }) => operation === 'updateRecord');
  return updates.map(({ at }) => (at - start) / 1000);
}

describe('while a page is visible', () => {
  test('updates with the id of the record follow every 15 s', {
    tags: ['analytics-update-interval', 'analytics-update-repeats'],
  }, async () => {
    expect(INTERVAL).toBe(15000);
    await record();
    await vi.advanceTimersByTimeAsync(INTERVAL - 1);
    expect(countUpdates()).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(countUpdates()).toBe(1);
    expect(server.last.variables).toEqual({ recordId: RECORD_ID });
    expect(await listUpdates(60)).toEqual([15, 30, 45, 60]);
  });

  test('no update is sent before there is an id, and the first comes 15 s after it', {
    tags: ['analytics-update-repeats'],
  }, async () => {
    let answer = (_: ReturnType<typeof answerOf>) => {};
    server.answers(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    start();
    await vi.advanceTimersByTimeAsync(10000);
    server.answers();
    answer(answerOf({ data: { createRecord: { payload: { id: 'late' } } } }));
    expect(await listUpdates(30)).toEqual([15, 30]);
    expect(server.last.variables).toEqual({ recordId: 'late' });
  });

  test('updates of an earlier record begin 15 s later', {
    tags: ['analytics-update-record', 'analytics-update-interval'],
  }, async () => {
    const recording = client.updateRecord('earlier');
    expect(await recording.id).toBe('earlier');
    expect(await listUpdates(30)).toEqual([15, 30]);
    expect(server.count('createRecord')).toBe(0);
  });
});

describe('a hidden page', () => {
  test('sends one update as it is hidden, and none for ten minutes', {
    tags: ['analytics-update-interval'],
  }, async () => {
    await record();
    await vi.advanceTimersByTimeAsync(20000);
    setVisibility('hidden');
    expect(await listUpdates(600)).toEqual([0]);
    setVisibility('visible');
    // The clock of the updates has gone on: 620 s have passed, the next tick is at 630.
    expect(await listUpdates(30)).toEqual([10, 25]);
  });

  test('that was opened behind another is not updated until it is seen', {
    tags: ['analytics-update-interval'],
  }, async () => {
    setVisibility('hidden');
    await record();
    expect(await listUpdates(60)).toEqual([]);
    setVisibility('visible');
    expect(await listUpdates(15)).toEqual([15]);
  });

  test('sends nothing when it is closed', async () => {
    await record();
    setVisibility('hidden');
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    const before = countUpdates();
    dispatchEvent(new PageTransitionEvent('pagehide'));
    await vi.advanceTimersByTimeAsync(0);
    expect(countUpdates()).toBe(before);
  });
});

describe('leaving a page', () => {
  test('sends one last update that outlives the page', async () => {
    await record();
    await vi.advanceTimersByTimeAsync(8000);
    leavePage();
    await vi.advanceTimersByTimeAsync(0);
    expect(countUpdates()).toBe(1);
    expect(server.last.init.keepalive).toBe(true);
  });

  test('is noticed in browsers that do not call a page hidden then', async () => {
    await record();
    await vi.advanceTimersByTimeAsync(8000);
    dispatchEvent(new PageTransitionEvent('pagehide'));
    await vi.advanceTimersByTimeAsync(0);
    expect(countUpdates()).toBe(1);
  });

  test('sends none when the last word is less than a second old', async () => {
    await record();
    await vi.advanceTimersByTimeAsync(999);
    leavePage();
    await vi.advanceTimersByTimeAsync(0);
    expect(countUpdates()).toBe(0);
  });

  test('and coming back by the back button lets the updates go on', async () => {
    await record();
    await vi.advanceTimersByTimeAsync(10000);
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    setVisibility('hidden');
    setVisibility('visible');
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await vi.advanceTimersByTimeAsync(0);
    expect(countUpdates()).toBe(1);
    expect(await listUpdates(20)).toEqual([5, 20]);
  });

  test('may lose the answer to the last update; others follow when the page comes back', async () => {
    await record();
    await vi.advanceTimersByTimeAsync(2000);
    vi.stubGlobal('fetch', () => new Promise(() => {}));
    leavePage();
    await vi.advanceTimersByTimeAsync(0);
    server = new FakeServer();
    setVisibility('visible');
    expect(await listUpdates(90)).toEqual([58, 73, 88]);
  });

  test('is told at most once a second, however restless the reader', async () => {
    await record();
    for (let i = 0; i < 100; i++) {
      setVisibility('hidden');
      setVisibility('visible');
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(countUpdates()).toBeLessThanOrEqual(10);
  });
});

describe('updates end', () => {
  test('when they are stopped', { tags: ['analytics-update-stops'] }, async () => {
    const recording = await record();
    await vi.advanceTimersByTimeAsync(INTERVAL);
    recording.stop();
    await recording.ended;
    const before = server.sent.length;
    leavePage();
    setVisibility('visible');
    await vi.advanceTimersByTimeAsync(5 * MINUTE);
    expect(server.sent).toHaveLength(before);
    expect(vi.getTimerCount()).toBe(0);
    recording.stop();
  });

  test('before they begin, when they are stopped before there is an id', {
    tags: ['analytics-update-stops'],
  }, async () => {
    const recording = start();
    recording.stop();
    expect(await recording.id).toBe(RECORD_ID);
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(countUpdates()).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('with the one that says half an hour', async () => {
    const recording = await record();
    await vi.advanceTimersByTimeAsync(30 * MINUTE - 1);
    expect(countUpdates()).toBe(119);
    await vi.advanceTimersByTimeAsync(1);
    await recording.ended;
    expect(countUpdates()).toBe(120);
    await vi.advanceTimersByTimeAsync(60 * MINUTE);
    expect(countUpdates()).toBe(120);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('with the first after half an hour behind another tab', async () => {
    const recording = await record();
    setVisibility('hidden');
    await vi.advanceTimersByTimeAsync(45 * MINUTE);
    setVisibility('visible');
    expect(await listUpdates(60)).toEqual([15]);
    await recording.ended;
  });

  test('when the server does not know the record any more', async () => {
    const recording = await record();
    server.answersWith({ errors: [{ message: 'Unknown record' }] });
    await vi.advanceTimersByTimeAsync(INTERVAL);
    await expect(recording.ended).rejects.toThrow(/^Unknown record$/);
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    expect(countUpdates()).toBe(1);
  });

  test('with the error of the record that was never made', async () => {
    server.answersWith('', 500);
    const recording = start();
    await expect(recording.ended).rejects.toThrow('Server returned with an unhandled status');
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a server that fails', () => {
  test('is asked after 30 s, then 1, 2 and 4 minutes, then never again', async () => {
    const recording = await record();
    server.answersWith('', 500);
    expect(await listUpdates(1200)).toEqual([15, 45, 105, 225, 465]);
    await expect(recording.ended).rejects.toThrow('Server returned with an unhandled status');
    expect(vi.getTimerCount()).toBe(0);
  });

  test('that is silent is given up in the same way, without an error', async () => {
    const recording = await record();
    server.isSilent();
    // Each is given up 15 s later, and only then the waiting begins.
    expect(await listUpdates(1200)).toEqual([15, 60, 135, 270, 525]);
    await recording.ended;
    expect(vi.getTimerCount()).toBe(0);
  });

  test('and recovers is asked every 15 s as before', async () => {
    await record();
    server.isUnreachable();
    expect(await listUpdates(45)).toEqual([15, 45]);
    server.answers();
    expect(await listUpdates(90)).toEqual([60, 75, 90]);
  });

  test('is not blamed for a lost connection', async () => {
    await record();
    setNavigator('onLine', false);
    expect(await listUpdates(600)).toEqual([]);
    setNavigator('onLine', true);
    expect(await listUpdates(30)).toEqual([15, 30]);
  });
});

test('a hundred records that follow each other leave one timer', {
  tags: ['analytics-update-stops'],
}, async () => {
  let current = start();
  for (let i = 1; i < 100; i++) {
    current.stop();
    current = start();
  }
  await vi.advanceTimersByTimeAsync(0);
  expect(server.count('createRecord')).toBe(100);
  expect(vi.getTimerCount()).toBe(1);
  expect(await listUpdates(15)).toEqual([15]);
});

describe('whatever happens to a page', () => {
  const events = {
    wait: () => vi.advanceTimersByTimeAsync(INTERVAL),
    moment: () => vi.advanceTimersByTimeAsync(400),
    hide: () => setVisibility('hidden'),
    show: () => setVisibility('visible'),
    leave: () => leavePage(),
    fail: () => server.answersWith('', 500),
    mend: () => server.answers(),
    lose: () => setNavigator('onLine', false),
    connect: () => setNavigator('onLine', true),
  };
  type Step = keyof typeof events;
  const stories = fc.array(fc.constantFrom(...(Object.keys(events) as Step[])), { maxLength: 40 });

  /** How many updates a step brings. */
  async function play(step: Step): Promise<number> {
    const before = countUpdates();
    await events[step]();
    await vi.advanceTimersByTimeAsync(0);
    return countUpdates() - before;
  }

  test('there is at most one update a second, and none while it stays hidden', {
    tags: ['analytics-update-interval'],
  }, async () => {
    await fc.assert(
      fc
        .asyncProperty(stories, async (steps) => {
          await record();
          let last = Number.NEGATIVE_INFINITY;
          for (const step of steps) {
            const wasHidden = document.visibilityState === 'hidden';
            const count = await play(step);
            expect(count).toBeLessThanOrEqual(wasHidden ? 0 : 1);
            expect(Date.now() - last).toBeGreaterThanOrEqual(count * 1000);
            if (count) last = Date.now();
          }
        })
        .beforeEach(openPage)
        .afterEach(restorePage),
      { numRuns: 30 },
    );
  });

  test('there is nothing after the end', { tags: ['analytics-update-stops'] }, async () => {
    await fc.assert(
      fc
        .asyncProperty(stories, stories, async (before, after) => {
          const recording = await record();
          for (const step of before) await play(step);
          recording.stop();
          const counts = [];
          for (const step of after) counts.push(await play(step));
          expect(counts).toEqual(after.map(() => 0));
          await vi.advanceTimersByTimeAsync(INTERVAL);
          expect(vi.getTimerCount()).toBe(0);
        })
        .beforeEach(openPage)
        .afterEach(restorePage),
      { numRuns: 30 },
    );
  });
});
