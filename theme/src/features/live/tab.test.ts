import type { FromFrame, Start } from '@tuffet-live/frame/protocol';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeFrame, untilReceived } from '../../testing/fake-frame';
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
    await untilReceived();
  }
}

test('the frame may run scripts, and nothing else', () => {
  expect(tab.frame.getAttribute('sandbox')).toBe('allow-scripts');
  expect(tab.frame.getAttribute('src')).toBe('/assets/live/frame-plain.0a1b2c3d.html');
  expect(tab.frame.getAttribute('referrerpolicy')).toBe('no-referrer');
  expect(tab.frame.title).toBe('What a.ts shows');
});

test('a document gets its program once it is there, with a line to the page', async () => {
  expect(frame.start).toBeUndefined();
  frame.load();
  expect(frame.start).toBe(start);
  frame.say({ type: 'done' });
  tab.post({ type: 'color-mode', colorMode: 'light' });
  await untilReceived();
  expect(messages).toEqual([{ type: 'done' }]);
  expect(frame.of('color-mode')).toEqual([{ type: 'color-mode', colorMode: 'light' }]);
});

test('windows that speak to the page are not heard', async () => {
  frame.load();
  dispatchEvent(new MessageEvent('message', { data: { type: 'done' } }));
  await untilReceived();
  expect(messages).toEqual([]);
});

test('what is no message is left unheard, and what follows it is not', async () => {
  frame.load();
  frame.say('done', { type: 'height', height: -1 }, null, { type: 'done' });
  await untilReceived();
  expect(messages).toEqual([{ type: 'done' }]);
});

test('the page knows when a frame has seen what it was told', async () => {
  const seen = vi.fn();
  frame.load();
  frame.isAwake = false;
  tab.confirm(seen);
  await untilReceived();
  expect(seen).not.toHaveBeenCalled();
  const pings = frame.of('ping');
  frame.say({ ...pings.at(-1), type: 'pong' }, { ...pings.at(-1), type: 'pong' });
  await untilReceived();
  expect(seen).toHaveBeenCalledOnce();
});

describe('a frame ends', () => {
  const isThere = (): boolean => tab.frame.isConnected;

  test('not as long as it answers', async () => {
    frame.load();
    await wait(10_000);
    expect([ends, isThere()]).toEqual([[], true]);
  });

  test('when it has not answered for two seconds', async () => {
    frame.load();
    await wait(1_000);
    frame.isAwake = false;
    await wait(1_500);
    expect([ends, isThere()]).toEqual([[], true]);
    await wait(1_000);
    expect([ends, isThere()]).toEqual([['silent'], false]);
  });

  test('when it never answers', async () => {
    frame.isAwake = false;
    frame.load();
    await wait(2_500);
    expect([ends, isThere()]).toEqual([['silent'], false]);
  });

  test('not while a slow device prepares it, but two seconds after its program started', async () => {
    frame.isAwake = false;
    frame.hasStarted = false;
    frame.load();
    await wait(15_000);
    expect([ends, isThere()]).toEqual([[], true]);
    frame.say({ type: 'started' });
    await wait(1_500);
    expect([ends, isThere()]).toEqual([[], true]);
    await wait(1_000);
    expect([ends, isThere()]).toEqual([['silent'], false]);
  });

  test('when it does not start its program', async () => {
    frame.isAwake = false;
    frame.hasStarted = false;
    frame.load();
    await wait(21_000);
    expect([ends, isThere()]).toEqual([['silent'], false]);
  });

  test('not when it is busy with a program that cannot hang, and it is answered later', async () => {
    tab.close();
    open(false);
    frame.load();
    frame.isAwake = false;
    await wait(10_000);
    expect([ends, isThere()]).toEqual([[], true]);
    frame.isAwake = true;
    const seen = vi.fn();
    tab.confirm(seen);
    await untilReceived();
    expect(seen).toHaveBeenCalledOnce();
  });

  test('when another document comes', () => {
    frame.load();
    frame.load();
    expect([ends, isThere()]).toEqual([['left'], false]);
  });

  test('when its document has left', () => {
    frame.load();
    post({ type: 'left' }, tab.frame.contentWindow);
    expect([ends, isThere()]).toEqual([['left'], false]);
  });

  test.each([
    { type: 'left', from: 'another window' },
    { type: 'stay', from: 'its own' },
    { type: undefined, from: 'its own' },
  ])('but not when $from says $type', ({ type, from }) => {
    frame.load();
    post(type && { type }, from === 'its own' ? tab.frame.contentWindow : window);
    expect([ends, isThere()]).toEqual([[], true]);
  });

  test('when it says more than anybody can hear', async () => {
    frame.load();
    for (let line = 0; line <= 10_000; line += 1) {
      frame.say({ type: 'line', level: 'log', text: 'x' });
    }
    await vi.waitFor(() => expect([ends, isThere()]).toEqual([['flood'], false]));
    expect(messages.length).toBeLessThanOrEqual(10_000);
  });

  test('when it says more at once than anybody can store', async () => {
    frame.load();
    const text = 'x'.repeat(5_000_000);
    frame.say(...Array.from({ length: 5 }, () => ({ type: 'write', key: 'a', text })));
    await untilReceived();
    expect([ends, messages.length]).toEqual([['flood'], 3]);
  });

  test('when it goes on sending what is no message', async () => {
    frame.load();
    frame.say(...Array.from({ length: 51 }, () => ({ type: 'html', text: '<b>' })));
    await untilReceived();
    expect([ends, isThere()]).toEqual([['flood'], false]);
  });

  test('without a word when the page closes it', async () => {
    frame.load();
    tab.close();
    frame.say({ type: 'done' });
    await wait(5_000);
    expect([ends, messages, isThere()]).toEqual([[], [], false]);
  });
});

test('lines may come for as long as one likes, if not all at once', async () => {
  frame.load();
  for (let second = 0; second < 4; second += 1) {
    frame.say(...Array.from({ length: 6_000 }, () => ({ type: 'line', level: 'log', text: 'x' })));
    await vi.waitFor(() => expect(messages).toHaveLength(6_000 * (second + 1)));
    await wait(500);
  }
  expect(ends).toEqual([]);
});
