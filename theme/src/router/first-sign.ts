import { waitUntilIdle } from './navigation-state';

/** A click follows a key at once, and on touch screens this soon after the end of a touch. */
const CLICK_DELAY_MS = 50;

const SIGNS = ['pointermove', 'pointerdown', 'click', 'keydown', 'focusin'] as const;

/** Waits for the first user input, unless there was one already or the address needs a feature. */
export function waitForFirstSign(): Promise<Event> {
  return new Promise((resolve) => {
    const controller = new AbortController();
    const onSign = (event: Event): void => {
      controller.abort();
      resolve(event);
    };
    for (const sign of SIGNS) {
      addEventListener(sign, onSign, { signal: controller.signal, passive: true });
    }
    // A link with code opens it without input.
    (location.hash.includes('live=') || globalThis.earlyClicks) && onSign(new Event('lost'));
  });
}

/** Waits for the page that an input may have asked for, which needs the connection for itself. */
export async function waitForPage({ type }: Event): Promise<void> {
  if (type === 'pointerdown') {
    await new Promise((resolve) => {
      addEventListener('pointerup', resolve, { once: true });
      addEventListener('pointercancel', resolve, { once: true });
    });
  }
  await new Promise((resolve) => setTimeout(resolve, CLICK_DELAY_MS));
  await waitUntilIdle();
}
