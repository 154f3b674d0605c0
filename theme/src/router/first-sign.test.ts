import { expect, test, vi } from 'vitest';
import { waitForFirstSign } from './first-sign';

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
