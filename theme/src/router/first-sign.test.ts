import { afterEach, expect, test, vi } from 'vitest';
import { waitForFirstSign, waitForPage } from './first-sign';
import { setFailed, setIdle, setLoading } from './navigation-state';

afterEach(() => {
  vi.useRealTimers();
  setIdle();
});

test.for(['pointermove', 'pointerdown', 'click', 'keydown', 'focusin'])(
  'a %s is a sign, and what follows is no first one',
  async (name) => {
    const onSign = vi.fn();
    waitForFirstSign().then(onSign);
    await Promise.resolve();
    expect(onSign).not.toHaveBeenCalled();
    const sign = new Event(name, { bubbles: true });
    document.dispatchEvent(sign);
    document.dispatchEvent(new Event('keydown', { bubbles: true }));
    await vi.waitFor(() => expect(onSign).toHaveBeenCalledExactlyOnceWith(sign));
  },
);

test('a click before the scripts have loaded is a sign', async () => {
  globalThis.earlyClicks = [document.body];
  await expect(waitForFirstSign()).resolves.toBeInstanceOf(Event);
  globalThis.earlyClicks = undefined;
});

test('who comes with code in the address need do nothing', async () => {
  history.replaceState(null, '', '#live=1~guide/a.ts~AAAA');
  await expect(waitForFirstSign()).resolves.toBeInstanceOf(Event);
  history.replaceState(null, '', '#a-heading-about-live');
  const onSign = vi.fn();
  waitForFirstSign().then(onSign);
  await new Promise((resolve) => setTimeout(resolve));
  expect(onSign).not.toHaveBeenCalled();
});

test.for(['pointerup', 'pointercancel'])(
  'after a press, features wait for the %s and for the page',
  async (end) => {
    vi.useFakeTimers();
    const onRest = vi.fn();
    waitForPage(new Event('pointerdown')).then(onRest);
    await vi.runAllTimersAsync();
    expect(onRest).not.toHaveBeenCalled();
    dispatchEvent(new Event(end));
    setLoading();
    await vi.runAllTimersAsync();
    expect(onRest).not.toHaveBeenCalled();
    setIdle();
    await vi.runAllTimersAsync();
    expect(onRest).toHaveBeenCalledOnce();
  },
);

test('a key that opens a page is followed by its page, even if that fails', async () => {
  vi.useFakeTimers();
  const onRest = vi.fn();
  waitForPage(new Event('keydown')).then(onRest);
  setLoading(); // in the same task
  await vi.runAllTimersAsync();
  expect(onRest).not.toHaveBeenCalled();
  setFailed(() => {});
  await vi.runAllTimersAsync();
  expect(onRest).toHaveBeenCalledOnce();
});
