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
