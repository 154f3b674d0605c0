import type { FromFrame, Start } from '@tuffet-live/frame/protocol';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { deliverMessages, FakeFrame } from '../../testing/fake-frame';
import { type End, openTab, type Tab } from './tab';

const start: Start = {
  type: 'start',
  program: { entry: 'a.ts', modules: {} },
  entries: [],
  language: 'en-US',
  colorMode: 'dark',
};

let messages: FromFrame[];
let ends: End[];
let tab: Tab;
let frame: FakeFrame;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  messages = [];
  ends = [];
  open(true);
});

function open(mayHang: boolean): void {
  tab = openTab({
    address: '/assets/live/frame-plain.0a1b2c3d.html',
    title: 'What a.ts shows',
    start,
    mayHang,
    onMessage: (message) => messages.push(message),
    onEnd: (reason) => ends.push(reason),
  });
  frame = new FakeFrame(tab.frame);
  document.body.append(tab.frame);
}

afterEach(() => {
  tab.close();
  frame.close();
  vi.useRealTimers();
});

function post(data: unknown, source: unknown): void {
  const event = new MessageEvent('message', { data });
  window.dispatchEvent(Object.defineProperty(event, 'source', { value: source }));
}

async function wait(time: number): Promise<void> {
  for (let passed = 0; passed < time; passed += 250) {
    vi.advanceTimersByTime(250);
    await deliverMessages();
  }
}

test('the sandbox of the frame only allows scripts', () => {
  expect(tab.frame.getAttribute('sandbox')).toBe('allow-scripts');
  expect(tab.frame.getAttribute('src')).toBe('/assets/live/frame-plain.0a1b2c3d.html');
  expect(tab.frame.getAttribute('referrerpolicy')).toBe('no-referrer');
  expect(tab.frame.title).toBe('What a.ts shows');
});

test('a document receives its program and a port to the page once it has loaded', async () => {
  expect(frame.start).toBeUndefined();
  frame.load();
  expect(frame.start).toBe(start);
  frame.send({ type: 'done' });
  tab.post({ type: 'color-mode', colorMode: 'light' });
  await deliverMessages();
  expect(messages).toEqual([{ type: 'done' }]);
  expect(frame.of('color-mode')).toEqual([{ type: 'color-mode', colorMode: 'light' }]);
});

test('messages from other windows are ignored', async () => {
  frame.load();
  dispatchEvent(new MessageEvent('message', { data: { type: 'done' } }));
  await deliverMessages();
  expect(messages).toEqual([]);
});

test('invalid messages are ignored, and later valid ones are not', async () => {
  frame.load();
  frame.send('done', { type: 'height', height: -1 }, null, { type: 'done' });
  await deliverMessages();
  expect(messages).toEqual([{ type: 'done' }]);
});

test('the page is notified when a frame has processed the messages before', async () => {
  const seen = vi.fn();
  frame.load();
  frame.isResponsive = false;
  tab.confirm(seen);
  await deliverMessages();
  expect(seen).not.toHaveBeenCalled();
  const pings = frame.of('ping');
  frame.send({ ...pings.at(-1), type: 'pong' }, { ...pings.at(-1), type: 'pong' });
  await deliverMessages();
  expect(seen).toHaveBeenCalledOnce();
});

describe('a frame ends', () => {
  const isThere = (): boolean => tab.frame.isConnected;

  test('not as long as it responds', async () => {
    frame.load();
    await wait(10_000);
    expect([ends, isThere()]).toEqual([[], true]);
  });

  test('when it has not responded for two seconds', async () => {
    frame.load();
    await wait(1_000);
    frame.isResponsive = false;
    await wait(1_500);
    expect([ends, isThere()]).toEqual([[], true]);
    await wait(1_000);
    expect([ends, isThere()]).toEqual([['silent'], false]);
  });

  test('when it never responds', async () => {
    frame.isResponsive = false;
    frame.load();
    await wait(2_500);
    expect([ends, isThere()]).toEqual([['silent'], false]);
  });

  test('two seconds after its program started, however long the preparation took', async () => {
    frame.isResponsive = false;
    frame.startsProgram = false;
    frame.load();
    await wait(15_000);
    expect([ends, isThere()]).toEqual([[], true]);
    frame.send({ type: 'started' });
    await wait(1_500);
    expect([ends, isThere()]).toEqual([[], true]);
    await wait(1_000);
    expect([ends, isThere()]).toEqual([['silent'], false]);
  });

  test('when it does not start its program', async () => {
    frame.isResponsive = false;
    frame.startsProgram = false;
    frame.load();
    await wait(21_000);
    expect([ends, isThere()]).toEqual([['silent'], false]);
  });

  test('not when a program that cannot hang is busy and responds later', async () => {
    tab.close();
    open(false);
    frame.load();
    frame.isResponsive = false;
    await wait(10_000);
    expect([ends, isThere()]).toEqual([[], true]);
    frame.isResponsive = true;
    const seen = vi.fn();
    tab.confirm(seen);
    await deliverMessages();
    expect(seen).toHaveBeenCalledOnce();
  });

  test('when it loads another document', () => {
    frame.load();
    frame.load();
    expect([ends, isThere()]).toEqual([['left'], false]);
  });

  test('when its document is unloaded', () => {
    frame.load();
    post({ type: 'left' }, tab.frame.contentWindow);
    expect([ends, isThere()]).toEqual([['left'], false]);
  });

  test.each([
    { type: 'left', from: 'another window' },
    { type: 'stay', from: 'its own' },
    { type: undefined, from: 'its own' },
  ])('but not when $from sends $type', ({ type, from }) => {
    frame.load();
    post(type && { type }, from === 'its own' ? tab.frame.contentWindow : window);
    expect([ends, isThere()]).toEqual([[], true]);
  });

  test('when it sends too many messages', async () => {
    frame.load();
    for (let line = 0; line <= 10_000; line += 1) {
      frame.send({ type: 'line', level: 'log', text: 'x' });
    }
    await expect.poll(() => [ends, isThere()]).toEqual([['flood'], false]);
    expect(messages.length).toBeLessThanOrEqual(10_000);
  });

  test('when it sends too much text at the same time', async () => {
    frame.load();
    const text = 'x'.repeat(5_000_000);
    frame.send(...Array.from({ length: 5 }, () => ({ type: 'write', key: 'a', text })));
    await deliverMessages();
    expect([ends, messages.length]).toEqual([['flood'], 3]);
  });

  test('when it keeps sending invalid messages', async () => {
    frame.load();
    frame.send(...Array.from({ length: 51 }, () => ({ type: 'html', text: '<b>' })));
    await deliverMessages();
    expect([ends, isThere()]).toEqual([['flood'], false]);
  });

  test('without a notification when the page closes it', async () => {
    frame.load();
    tab.close();
    frame.send({ type: 'done' });
    await wait(5_000);
    expect([ends, messages, isThere()]).toEqual([[], [], false]);
  });
});

test('a frame may send lines indefinitely at a moderate rate', async () => {
  frame.load();
  for (let second = 0; second < 4; second += 1) {
    frame.send(...Array.from({ length: 6_000 }, () => ({ type: 'line', level: 'log', text: 'x' })));
    await expect.poll(() => messages).toHaveLength(6_000 * (second + 1));
    await wait(500);
  }
  expect(ends).toEqual([]);
});
