import { beforeEach, describe, expect, test, vi } from 'vitest';
import { answerOf, RECORD_ID } from './fake-server.ts';
import { leavePage, setVisibility } from './page.ts';
import {
  client,
  countUpdates,
  createClient,
  INTERVAL,
  listUpdates,
  MINUTE,
  record,
  replaceServer,
  server,
  start,
} from './recording-setup.ts';

describe('while a page is visible', () => {
  test('updates with the id of the record are sent every 15 s', {
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
    await vi.advanceTimersByTimeAsync(120 * MINUTE);
    expect(countUpdates()).toBe(5 + 120 * 4);
  });

  test('the first update is sent 15 s after the id is known', {
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

  test('updates of an earlier record start after 15 s', {
    tags: ['analytics-update-record', 'analytics-update-interval'],
  }, async () => {
    const recording = client.updateRecord('earlier');
    expect(await recording.id).toBe('earlier');
    expect(await listUpdates(30)).toEqual([15, 30]);
    expect(server.count('createRecord')).toBe(0);
  });
});

describe('a hidden page', () => {
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
    createClient({ updateOnHide: true });
  });

  test('leaving is detected in browsers that only dispatch pagehide', async () => {
    await record();
    await vi.advanceTimersByTimeAsync(8000);
    dispatchEvent(new PageTransitionEvent('pagehide'));
    await vi.advanceTimersByTimeAsync(0);
    expect(countUpdates()).toBe(1);
  });

  test('a lost response to the last update does not end the updates', async () => {
    await record();
    await vi.advanceTimersByTimeAsync(2000);
    vi.stubGlobal('fetch', () => new Promise(() => {}));
    leavePage();
    await vi.advanceTimersByTimeAsync(0);
    replaceServer();
    setVisibility('visible');
    expect(await listUpdates(90)).toEqual([13, 28, 43, 58, 73, 88]);
  });

  test('is on only if it is exactly true', async () => {
    for (const updateOnHide of [undefined, null, false, 1, 'true']) {
      createClient({ updateOnHide });
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

  test('before the first one, if they are stopped before there is an id', {
    tags: ['analytics-update-stops'],
  }, async () => {
    const recording = start();
    recording.stop();
    expect(await recording.id).toBe(RECORD_ID);
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(countUpdates()).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('with the error of a record that could not be created', async () => {
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
  };

  test.each(Object.entries(failures))(
    'and %s gets updates after 30 s, 1 min and 2 min, and then every 4 min',
    { tags: ['analytics-update-repeats', 'analytics-update-interval', 'analytics-update-record'] },
    async (_, fail) => {
      await record();
      fail();
      expect(await listUpdates(960)).toEqual([15, 45, 105, 225, 465, 705, 945]);
      const hour = await listUpdates(3600);
      expect(hour).toHaveLength(15);
      // The last one was at 4545 s. After the first success, the interval is 15 s again.
      server.answers();
      expect(await listUpdates(270)).toEqual([225, 240, 255, 270]);
    },
  );

  test('and is merely slow gets updates every 15 s', {
    tags: ['analytics-update-interval'],
  }, async () => {
    await record();
    const success = answerOf({ data: { updateRecord: { success: true } } });
    const open: (() => void)[] = [];
    server.answers(() => new Promise((resolve) => open.push(() => resolve(success))));
    expect(await listUpdates(59)).toEqual([15, 30, 45]);
    for (let round = 0; round < 6; round++) {
      for (const answer of open.splice(0, 1)) answer();
      expect(await listUpdates(15)).toHaveLength(1);
    }
  });

  test('and never answers gets fewer updates after a minute, and at least one in 4 min', {
    tags: ['analytics-update-interval'],
  }, async () => {
    await record();
    server.isSilent();
    expect(await listUpdates(300)).toEqual([15, 30, 45, 60, 90, 120, 180, 300]);
    const hour = await listUpdates(3600);
    const gaps = hour.slice(1).map((at, i) => at - (hour[i] ?? 0));
    expect(Math.max(...gaps)).toBe(240);
    server.answers();
    expect((await listUpdates(600)).slice(-3)).toEqual([570, 585, 600]);
  });

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
