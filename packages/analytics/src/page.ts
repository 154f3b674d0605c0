/** Returns true during SSR and in workers, where there is no page to visit. */
export function isServer(): boolean {
  return typeof document === 'undefined';
}

export function isHidden(): boolean {
  return document.visibilityState === 'hidden';
}

/** The browser would log an error for every request. */
export function isOffline(): boolean {
  return navigator.onLine === false;
}

/** A prerendered page may never be shown: it doesn't count as a visit until then. */
export async function waitUntilShown(): Promise<void> {
  if ((document as { prerendering?: boolean }).prerendering) {
    await new Promise((resolve) =>
      document.addEventListener('prerenderingchange', resolve, { once: true }),
    );
  }
}
