import type { Entry } from '@tuffet/devtools/inspector';
import type { LiveSample, Program, StoredEntry } from '@tuffet-live/frame/protocol';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { deliverMessages, FakeFrame, type SentMessage } from '../../testing/fake-frame';
import { Session } from './session';
import { MAX_LINES, type Visit } from './session-state';

const program = (entry: string): Program => ({ entry, modules: {} });
const sample: LiveSample = {
  id: 'guide/a.ts',
  framework: 'plain',
  frame: '/frame.html',
  before: [],
  program: program('a.ts'),
  source: 'a',
  others: {},
  compiler: '/compiler.js',
  checker: '/checker.js',
};
const entry = (key: string, text: string, storage: Entry['storage'] = 'local'): Entry => ({
  ...{ key, text, storage, isProtected: false },
});
const local = (key: string, text: string): StoredEntry => ({ storage: 'local', key, text });

let session: Session;
let frames: FakeFrame[];

function open(change: Partial<LiveSample> = {}): void {
  session = new Session({
    sample: { ...sample, ...change },
    titleOf: (visit) => `What a.ts shows in ${visit}`,
    language: 'en-US',
    colorMode: 'light',
  });
  frames = [];
  // Like the panel, adds frames to the page.
  session.subscribe(() => {
    for (const { frame } of session.getState().documents) {
      if (!frame.isConnected) {
        const fake = new FakeFrame(frame);
        frames.push(fake);
        document.body.append(frame);
        fake.load();
      }
    }
  });
}

beforeEach(() => open());

afterEach(() => {
  vi.useRealTimers();
  session.close();
  for (const frame of frames) {
    frame.close();
  }
});

const last = (): FakeFrame => frames.at(-1) as FakeFrame;
const state = () => session.getState();
const visits = (): Visit[] => state().documents.map(({ visit }) => visit);
const texts = (): string[] => state().lines.map(({ visit, text }) => `${visit}: ${text}`);

async function send(frame: FakeFrame, ...messages: readonly SentMessage[]): Promise<void> {
  frame.send(...messages);
  await deliverMessages();
}

const line = (text: string, level = 'log') => ({ type: 'line', level, text });

describe('a run', () => {
  test('sends the program, an empty storage, the language and the color mode to a frame', () => {
    session.run();
    expect(last().start).toEqual({
      ...{ type: 'start', program: sample.program, entries: [] },
      ...{ language: 'en-US', colorMode: 'light' },
    });
    expect(state()).toMatchObject({ run: 1, outcome: 'running' });
  });

  test.for(['loop', 'memory'] as const)('that was stopped (%s) stays stopped', async (reason) => {
    session.run();
    await send(last(), { type: 'stopped', reason }, { type: 'done' });
    expect(state().outcome).toBe(reason);
  });

  test('that floods the page is removed', async () => {
    session.run();
    await send(last(), ...Array.from({ length: 60 }, () => 'x'));
    expect(state()).toMatchObject({ outcome: 'removed', documents: [] });
    expect(document.querySelector('iframe')).toBeNull();
  });

  test.for([
    { source: 'a', outcome: 'removed' },
    { source: '', outcome: 'running' }, // an instrument
  ])(
    'that stops responding is $outcome if its source is "$source"',
    async ({ source, outcome }) => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      open({ source });
      session.run();
      await deliverMessages();
      last().isResponsive = false;
      vi.advanceTimersByTime(10_000);
      expect(state().outcome).toBe(outcome);
    },
  );

  test('that exceeds the storage quota is removed', async () => {
    session.run();
    const text = 'x'.repeat(6_000_000);
    await send(last(), ...['a', 'b'].map((key) => ({ type: 'write', key, text })));
    expect(state()).toMatchObject({ outcome: 'removed', documents: [] });
  });

  test('starts without the state of the previous one', async () => {
    session.run();
    await send(last(), line('a'), line('b', 'uncaught'), { type: 'write', key: 'a', text: '1' });
    await send(last(), { type: 'stored', entries: [entry('s', '1', 'session')] });
    session.run();
    expect(frames).toHaveLength(2);
    expect(frames[0]?.frame.isConnected).toBe(false);
    expect(last().start?.entries).toEqual([]);
    expect(state()).toMatchObject({ run: 2, lines: [], hasThrown: false, outcome: 'running' });
  });

  test('uses edited code, also after a reload and in a second tab', () => {
    session.run(program('written.ts'));
    session.reload();
    session.openOtherTab();
    expect(frames.map(({ start }) => start?.program.entry)).toEqual([
      ...['written.ts', 'written.ts', 'written.ts'],
    ]);
  });
});

describe('lines', () => {
  test('are in the order of their messages, and limited in number', async () => {
    session.run();
    await send(last(), ...Array.from({ length: MAX_LINES + 5 }, (_, index) => line(`${index}`)));
    await expect.poll(() => state().forgotten).toBe(5);
    expect(texts()).toHaveLength(MAX_LINES);
    expect([texts()[0], texts().at(-1)]).toEqual(['first: 5', `first: ${MAX_LINES + 4}`]);
  });

  test('that arrive together notify subscribers once', async () => {
    session.run();
    const listener = vi.fn();
    session.subscribe(listener);
    await send(last(), ...Array.from({ length: 50 }, () => line('a')));
    await expect.poll(() => listener).toHaveBeenCalled();
    expect(listener.mock.calls.length).toBeLessThan(5);
  });
});

describe('earlier visits', () => {
  beforeEach(() => open({ before: [program('1.ts'), program('2.ts')] }));

  test('run one after another, each with the storage that the previous one left', async () => {
    session.run();
    expect(visits()).toEqual(['before']);
    await send(
      last(),
      line('one'),
      { type: 'write', key: 'a', text: '1' },
      { type: 'stored', entries: [entry('a', '1'), entry('s', '1', 'session')] },
      { type: 'done' },
    );
    expect(last().start).toMatchObject({
      program: { entry: '2.ts' },
      entries: [local('a', '1'), entry('s', '1', 'session')],
    });
    await send(
      last(),
      line('two'),
      { type: 'stored', entries: [entry('a', '1')] },
      { type: 'done' },
    );
    expect(visits()).toEqual(['first']);
    expect(last().start?.entries).toEqual([local('a', '1')]);
    expect(state()).toMatchObject({ earlier: [entry('a', '1')], outcome: 'running' });
    await send(last(), line('three'), { type: 'done' });
    expect(texts()).toEqual(['before: one', 'before: two', 'first: three']);
    expect(state().outcome).toBe('done');
  });

  test('do not affect the outcome of the sample with their errors', async () => {
    session.run();
    await send(last(), line('one', 'uncaught'), { type: 'stopped', reason: 'loop' });
    await send(last(), ...Array.from({ length: 60 }, () => 'x'));
    expect(state()).toMatchObject({ outcome: 'running', hasThrown: false });
    expect(visits()).toEqual(['first']);
  });

  test('that take too long are skipped', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    session.run();
    await vi.advanceTimersByTimeAsync(5_000);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(visits()).toEqual(['first']);
  });

  test('that are still running block reloads and a second tab', () => {
    session.run();
    session.reload();
    session.openOtherTab();
    expect(frames).toHaveLength(1);
  });

  test('of a superseded run do not start its next visit', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    session.run();
    vi.advanceTimersByTime(4_000);
    session.run();
    vi.advanceTimersByTime(4_000); // the timeout of the first run has passed
    await send(last());
    expect(frames.map(({ start }) => start?.program.entry)).toEqual(['1.ts', '1.ts']);
    await send(last(), { type: 'done' });
    expect(frames.map(({ start }) => start?.program.entry)).toEqual(['1.ts', '1.ts', '2.ts']);
  });

  test('of a closed session do not start another visit', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    session.run();
    session.close();
    vi.advanceTimersByTime(10_000);
    await send(last(), { type: 'done' });
    expect(state().documents).toEqual([]);
    expect(frames).toHaveLength(1);
    expect(document.querySelector('iframe')).toBeNull();
  });
});

describe('a reload', () => {
  test('opens a new document with both storages', async () => {
    session.run();
    await send(
      last(),
      line('a'),
      { type: 'write', key: 'a', text: '1' },
      {
        type: 'stored',
        entries: [entry('a', '1'), entry('s', '2', 'session'), entry('m', '3', 'memory')],
      },
      { type: 'done' },
    );
    session.reload();
    expect(visits()).toEqual(['reload']);
    expect(last().start?.entries).toEqual([local('a', '1'), entry('s', '2', 'session')]);
    expect(state()).toMatchObject({ run: 1, outcome: 'running' });
    await send(last(), line('b'), { type: 'done' });
    expect(texts()).toEqual(['first: a', 'reload: b']);
    expect(state().outcome).toBe('done');
  });

  test('restores a removed frame', async () => {
    session.run();
    await send(last(), { type: 'stored', entries: [entry('s', '2', 'session')] });
    last().load();
    expect(state().outcome).toBe('removed');
    session.reload();
    expect(last().start?.entries).toEqual([entry('s', '2', 'session')]);
  });
});

describe('a second tab', () => {
  test('shares local storage and has its own session storage', async () => {
    session.run();
    await send(
      last(),
      { type: 'write', key: 'a', text: '1' },
      { type: 'stored', entries: [entry('a', '1'), entry('s', '2', 'session')] },
    );
    session.openOtherTab();
    const [first, second] = frames as [FakeFrame, FakeFrame];
    expect(second.start).toMatchObject({ program: sample.program, entries: [local('a', '1')] });
    await send(second, { type: 'stored', entries: [entry('s', '9', 'session')] });
    await send(second, { type: 'write', key: 'a', text: '2' });
    await send(
      first,
      { type: 'write', key: 'b', text: '3' },
      { type: 'write', key: null, text: null },
    );
    expect(first.of('storage')).toEqual([{ type: 'storage', key: 'a', text: '2' }]);
    expect(second.of('storage')).toEqual([
      { type: 'storage', key: 'b', text: '3' },
      { type: 'storage', key: null, text: null },
    ]);
    session.reload();
    expect(last().start?.entries).toEqual([entry('s', '2', 'session')]);
    expect(visits()).toEqual(['other-tab', 'reload']);
  });

  test('can be closed separately, and then receives no messages', async () => {
    session.run();
    session.openOtherTab();
    session.closeOtherTab();
    expect(visits()).toEqual(['first']);
    await send(frames[0] as FakeFrame, { type: 'write', key: 'a', text: '1' });
    expect(last().of('storage')).toEqual([]);
  });
});

test('all frames use the current color mode, including new ones', async () => {
  session.run();
  session.setColorMode('dark');
  session.openOtherTab();
  await deliverMessages();
  expect(frames[0]?.of('color-mode')).toEqual([{ type: 'color-mode', colorMode: 'dark' }]);
  expect(last().start?.colorMode).toBe('dark');
});
