import { afterEach, expect, test, vi } from 'vitest';
import { waitForFirstInput, waitForPage } from './first-input';
import { setFailed, setIdle, setLoading } from './navigation-state';

afterEach(() => {
  vi.useRealTimers();
  setIdle();
});

test.for(['pointermove', 'pointerdown', 'click', 'keydown', 'focusin'])(
  'resolves with a %s, but not with later events',
  async (name) => {
    const onInput = vi.fn();
    waitForFirstInput().then(onInput);
    await Promise.resolve();
    expect(onInput).not.toHaveBeenCalled();
    const event = new Event(name, { bubbles: true });
    document.dispatchEvent(event);
    document.dispatchEvent(new Event('keydown', { bubbles: true }));
    await expect.poll(() => onInput).toHaveBeenCalledExactlyOnceWith(event);
  },
);

test('resolves after a click before the scripts have loaded', async () => {
  globalThis.earlyClicks = [document.body];
  await expect(waitForFirstInput()).resolves.toBeInstanceOf(Event);
  globalThis.earlyClicks = undefined;
});

test('resolves without input if the URL contains code', async () => {
  history.replaceState(null, '', '#live=1~guide/a.ts~AAAA');
  await expect(waitForFirstInput()).resolves.toBeInstanceOf(Event);
  history.replaceState(null, '', '#a-heading-about-live');
  const onInput = vi.fn();
  waitForFirstInput().then(onInput);
  await new Promise((resolve) => setTimeout(resolve));
  expect(onInput).not.toHaveBeenCalled();
});

test.for(['pointerup', 'pointercancel'])(
  'after a press, features wait for the %s and for the page',
  async (end) => {
    vi.useFakeTimers();
    const onReady = vi.fn();
    waitForPage(new Event('pointerdown')).then(onReady);
    await vi.runAllTimersAsync();
    expect(onReady).not.toHaveBeenCalled();
    dispatchEvent(new Event(end));
    setLoading();
    await vi.runAllTimersAsync();
    expect(onReady).not.toHaveBeenCalled();
    setIdle();
    await vi.runAllTimersAsync();
    expect(onReady).toHaveBeenCalledOnce();
  },
);

test('after a key, features wait for the page, even if it fails to load', async () => {
  vi.useFakeTimers();
  const onReady = vi.fn();
  waitForPage(new Event('keydown')).then(onReady);
  setLoading(); // in the same task
  await vi.runAllTimersAsync();
  expect(onReady).not.toHaveBeenCalled();
  setFailed(() => {});
  await vi.runAllTimersAsync();
  expect(onReady).toHaveBeenCalledOnce();
});
