import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { leavePage, restorePage, setNavigator, setVisibility } from './page.ts';
import {
  countUpdates,
  createClient,
  INTERVAL,
  MINUTE,
  openPage,
  record,
  server,
} from './recording-setup.ts';

describe('after any sequence of events', { timeout: 60_000 }, () => {
  const events = {
    wait: () => vi.advanceTimersByTimeAsync(INTERVAL),
    moment: () => vi.advanceTimersByTimeAsync(400),
    hide: () => setVisibility('hidden'),
    show: () => setVisibility('visible'),
    leave: () => leavePage(),
    fail: () => server.answersWith('', 500),
    recover: () => server.answers(),
    lose: () => setNavigator('onLine', false),
    connect: () => setNavigator('onLine', true),
  };
  type Step = keyof typeof events;
  const scenarios = fc.array(fc.constantFrom(...(Object.keys(events) as Step[])), {
    maxLength: 40,
  });

  /** Returns the number of updates that a step sends. */
  async function play(step: Step): Promise<number> {
    const before = countUpdates();
    await events[step]();
    await vi.advanceTimersByTimeAsync(0);
    return countUpdates() - before;
  }

  test('there is at most one update per second, and none while the page is hidden', {
    tags: ['analytics-update-interval'],
  }, async () => {
    await fc.assert(
      fc
        .asyncProperty(scenarios, async (steps) => {
          createClient({ updateOnHide: true });
          await record();
          let last = Number.NEGATIVE_INFINITY;
          for (const step of steps) {
            const wasHidden = document.visibilityState === 'hidden';
            const count = await play(step);
            expect(count).toBeLessThanOrEqual(wasHidden ? 0 : 1);
            if (!count) continue;
            const { at } = server.last;
            expect(at - last).toBeGreaterThanOrEqual(1000);
            last = at;
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
        .asyncProperty(scenarios, async (steps) => {
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
    const steps = fc.array(fc.constantFrom<Step>('wait', 'moment', 'fail', 'recover'), {
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

  test('nothing is sent after the end', { tags: ['analytics-update-stops'] }, async () => {
    await fc.assert(
      fc
        .asyncProperty(scenarios, scenarios, async (before, after) => {
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
