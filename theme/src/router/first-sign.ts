import type { SiteIndex } from './site-index';

const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;

/** Fetches what a navigation will need as soon as the reader does anything at all. */
export function watchFirstSign(index: SiteIndex): void {
  const controller = new AbortController();
  const prepare = async (): Promise<void> => {
    controller.abort();
    try {
      await index.loadTables(location.pathname, await index.loadBuild());
    } catch {
      // The navigation itself asks again, and tells the reader.
    }
  };
  for (const sign of SIGNS) {
    addEventListener(sign, prepare, { signal: controller.signal, passive: true });
  }
}
