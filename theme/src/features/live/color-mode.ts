import type { ColorMode } from '../../shared/preferences/key';

const system = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)');

/** The chosen mode, or that of the system. */
export const shownColorMode = (): ColorMode =>
  (document.documentElement.dataset.theme as ColorMode | undefined) ??
  (system().matches ? 'dark' : 'light');

/** Watches the document, because exports of the toggle would add to the first load. */
export function watchColorMode(listener: (mode: ColorMode) => void): () => void {
  const notify = (): void => listener(shownColorMode());
  const media = system();
  const observer = new MutationObserver(notify);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  media.addEventListener('change', notify);
  return () => {
    observer.disconnect();
    media.removeEventListener('change', notify);
  };
}
