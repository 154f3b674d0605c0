import type { Attributes, Client, Recording } from '@tuffet/analytics';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { contract } from './contract.ts';
import { answerOf, FakeServer, RECORD_ID } from './fake-server.ts';
import { createCounting, leavePage, restorePage, setNavigator, setVisibility } from './page.ts';

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

  test('the updates go on for as long as the page is open', {
    tags: ['analytics-update-interval', 'analytics-update-repeats'],
  }, async () => {
    await record();
    await vi.advanceTimersByTimeAsync(120 * MINUTE);
    expect(countUpdates()).toBe(120 * 4);
    expect(await listUpdates(30)).toEqual([15, 30]);
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
  test('sends no update for ten minutes, nor when it is hidden or left', {
    tags: ['analytics-update-interval'],
  }, async () => {
    await record();
    await vi.advanceTimersByTimeAsync(20000);
    leavePage();
    expect(await listUpdates(600)).toEqual([]);
    setVisibility('visible');
    // 620 s have passed; the interval ticks at 630 s.
    expect(await listUpdates(30)).toEqual([10, 25]);
  });

  test('that was opened in the background is not updated until it is shown', {
    tags: ['analytics-update-interval'],
  }, async () => {
    setVisibility('hidden');
    await record();
    expect(await listUpdates(60)).toEqual([]);
    setVisibility('visible');
    expect(await listUpdates(15)).toEqual([15]);
  });
});

describe('with updateOnHide', () => {
  beforeEach(() => {
    client = createCounting({ updateOnHide: true });
  });

  test('a page that is hidden sends one update, and no other for ten minutes', async () => {
    await record();
    await vi.advanceTimersByTimeAsync(20000);
    setVisibility('hidden');
    expect(await listUpdates(600)).toEqual([0]);
    setVisibility('visible');
    expect(await listUpdates(30)).toEqual([10, 25]);
  });

  test('a hidden page that is closed sends nothing', async () => {
    await record();
    setVisibility('hidden');
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    const before = countUpdates();
    dispatchEvent(new PageTransitionEvent('pagehide'));
    await vi.advanceTimersByTimeAsync(0);
    expect(countUpdates()).toBe(before);
  });

  test('a page that is left sends a last update that outlives it', async () => {
    await record();
    await vi.advanceTimersByTimeAsync(8000);
    leavePage();
    await vi.advanceTimersByTimeAsync(0);
    expect(countUpdates()).toBe(1);
    expect(server.last.init.keepalive).toBe(true);
  });

  test('leaving is noticed in browsers that only dispatch pagehide', async () => {
    await record();
    await vi.advanceTimersByTimeAsync(8000);
    dispatchEvent(new PageTransitionEvent('pagehide'));
    await vi.advanceTimersByTimeAsync(0);
    expect(countUpdates()).toBe(1);
  });

  test('no update is sent less than a second after the last one', async () => {
    await record();
    await vi.advanceTimersByTimeAsync(999);
    leavePage();
    await vi.advanceTimersByTimeAsync(0);
    expect(countUpdates()).toBe(0);
  });

  test('a page that returns from the back/forward cache continues its updates', async () => {
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

  test('a lost answer to the last update does not end the updates', async () => {
    await record();
    await vi.advanceTimersByTimeAsync(2000);
    vi.stubGlobal('fetch', () => new Promise(() => {}));
    leavePage();
    await vi.advanceTimersByTimeAsync(0);
    server = new FakeServer();
    setVisibility('visible');
    expect(await listUpdates(90)).toEqual([58, 73, 88]);
  });

  test('hiding a page again and again sends at most one update a second', async () => {
    await record();
    for (let i = 0; i < 100; i++) {
      setVisibility('hidden');
      setVisibility('visible');
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(countUpdates()).toBeLessThanOrEqual(10);
  });

  test('is on only if it is exactly true', async () => {
    for (const updateOnHide of [undefined, null, false, 1, 'true']) {
      client = createCounting({ updateOnHide });
      const recording = await record();
      await vi.advanceTimersByTimeAsync(8000);
      setVisibility('hidden');
      await vi.advanceTimersByTimeAsync(0);
      setVisibility('visible');
      recording.stop();
    }
    expect(countUpdates()).toBe(0);
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

  test('with the error of the record that was never made', async () => {
    server.answersWith('', 500);
    const recording = start();
    await expect(recording.ended).rejects.toThrow('Server returned with an unhandled status');
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a server that fails', () => {
  const failures: Record<string, () => void> = {
    'answers with a status other than 200': () => server.answersWith('', 500),
    'answers with an errors list': () =>
      server.answersWith({ errors: [{ message: 'Unknown record' }] }),
    'answers success: false': () =>
      server.answersWith({ data: { updateRecord: { success: false } } }),
    'answers without success': () => server.answersWith({ data: { updateRecord: {} } }),
    'is unreachable': () => server.isUnreachable(),
    'is silent': () => server.isSilent(),
  };

  test.each(Object.entries(failures))(
    'and %s gets updates 30 s, 1, 2 and then every 4 minutes apart, without end',
    { tags: ['analytics-update-repeats', 'analytics-update-interval', 'analytics-update-record'] },
    async (_, fail) => {
      await record();
      fail();
      expect(await listUpdates(960)).toEqual([15, 45, 105, 225, 465, 705, 945]);
      const hour = await listUpdates(3600);
      expect(hour).toHaveLength(15);
    },
  );

  test.each(Object.entries(failures))(
    'and %s gets updates every 15 s again after its first good answer',
    { tags: ['analytics-update-repeats', 'analytics-update-interval', 'analytics-update-record'] },
    async (_, fail) => {
      await record();
      fail();
      await vi.advanceTimersByTimeAsync(1000 * 1000);
      server.answers();
      // The update before was at 945 s.
      expect(await listUpdates(230)).toEqual([185, 200, 215, 230]);
    },
  );

  test('never ends the recording', { tags: ['analytics-update-repeats'] }, async () => {
    const recording = await record();
    const settled = vi.fn();
    recording.ended.then(settled, settled);
    server.answersWith('', 500);
    await vi.advanceTimersByTimeAsync(120 * MINUTE);
    expect(settled).not.toHaveBeenCalled();
    recording.stop();
    await recording.ended;
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

describe('whatever happens to a page', { timeout: 60_000 }, () => {
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
          client = createCounting({ updateOnHide: true });
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

  test('updates are at least 15 s apart and none is sent by hiding a page', {
    tags: ['analytics-update-interval'],
  }, async () => {
    await fc.assert(
      fc
        .asyncProperty(stories, async (steps) => {
          await record();
          for (const step of steps) await play(step);
          const times = server.sent
            .filter(({ operation }) => operation === 'updateRecord')
            .map(({ at }) => at);
          const gaps = times.slice(1).map((at, i) => at - (times[i] ?? 0));
          expect(gaps.every((gap) => gap >= INTERVAL && gap % INTERVAL === 0)).toBe(true);
        })
        .beforeEach(openPage)
        .afterEach(restorePage),
      { numRuns: 30 },
    );
  });

  test('while it stays visible and online, updates are at most 4 minutes apart', {
    tags: ['analytics-update-interval', 'analytics-update-repeats'],
  }, async () => {
    const steps = fc.array(fc.constantFrom<Step>('wait', 'moment', 'fail', 'mend'), {
      minLength: 40,
      maxLength: 80,
    });
    await fc.assert(
      fc
        .asyncProperty(steps, async (given) => {
          await record();
          const start = Date.now();
          for (const step of given) await play(step);
          const times = [
            start,
            ...server.sent
              .filter(({ operation }) => operation === 'updateRecord')
              .map(({ at }) => at),
            Date.now(),
          ];
          const gaps = times.slice(1).map((at, i) => at - (times[i] ?? 0));
          expect(Math.max(...gaps)).toBeLessThanOrEqual(4 * MINUTE);
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
