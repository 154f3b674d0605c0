const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;

/** Waits until the reader does anything at all, unless they came for what only extras can show. */
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
    // Who follows a link that carries code wants to see it.
    location.hash.includes('live=') && onSign(new Event('lost'));
  });
}
