import { waitUntilIdle } from './navigation-state';

/** After a key, the click event is immediate; after a touch, it can take this long. */
const CLICK_DELAY_MS = 50;

const INPUT_EVENTS = ['pointermove', 'pointerdown', 'click', 'keydown', 'focusin'] as const;

/** Waits for the first user input, unless there was one already or the address needs a feature. */
export function waitForFirstInput(): Promise<Event> {
  return new Promise((resolve) => {
    const controller = new AbortController();
    const onInput = (event: Event): void => {
      controller.abort();
      resolve(event);
    };
    for (const type of INPUT_EVENTS) {
      addEventListener(type, onInput, { signal: controller.signal, passive: true });
    }
    // A link to code or to an instrument opens it without input.
    (location.hash.includes('live=') ||
      document.querySelector(':target + .live') ||
      globalThis.earlyClicks) &&
      onInput(new Event('lost'));
  });
}

/** Waits for the page that an input may have requested, so that features don't compete with it. */
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
