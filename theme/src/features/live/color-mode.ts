export type ColorMode = 'light' | 'dark';

const system = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)');

/** What is shown: the choice of the reader, or else of the system. */
export const shownColorMode = (): ColorMode =>
  (document.documentElement.dataset.theme as ColorMode | undefined) ??
  (system().matches ? 'dark' : 'light');

/** Tells each time when others may be shown. By itself: to ask the switch would grow the first load. */
export function watchColorMode(listener: (mode: ColorMode) => void): () => void {
  const tell = (): void => listener(shownColorMode());
  const media = system();
  const observer = new MutationObserver(tell);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  media.addEventListener('change', tell);
  return () => {
    observer.disconnect();
    media.removeEventListener('change', tell);
  };
}
