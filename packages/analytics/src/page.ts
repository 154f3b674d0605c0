/** Neither on a server nor in a worker is there a page that somebody could visit. */
export function isServer(): boolean {
  return typeof document === 'undefined';
}

export function isHidden(): boolean {
  return document.visibilityState === 'hidden';
}

/** A browser that knows it has no connection need not complain of each request. */
export function isOffline(): boolean {
  return navigator.onLine === false;
}

/** A page that was loaded in advance, and may never be seen, has had no visit. */
export async function waitUntilShown(): Promise<void> {
  if ((document as { prerendering?: boolean }).prerendering) {
    await new Promise((resolve) =>
      document.addEventListener('prerenderingchange', resolve, { once: true }),
    );
  }
}
