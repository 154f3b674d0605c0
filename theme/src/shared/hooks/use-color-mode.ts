import { useSyncExternalStore } from 'react';
import { readColorMode, storeColorMode, watchColorMode } from '../preferences';

type ColorMode = 'light' | 'dark';

const listeners = new Set<() => void>();
const system = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)');

/** What is shown: the choice of the reader, or else of the system. */
const shownMode = (): ColorMode =>
  (document.documentElement.dataset.theme as ColorMode | undefined) ??
  (system().matches ? 'dark' : 'light');

function show(mode: ColorMode | undefined): void {
  if (mode) {
    document.documentElement.dataset.theme = mode;
  } else {
    delete document.documentElement.dataset.theme;
  }
  for (const listener of listeners) {
    listener();
  }
}

function subscribe(listener: () => void): () => void {
  const media = system();
  const forget = watchColorMode(() => show(readColorMode()));
  listeners.add(listener);
  // Another tab may have chosen while this one was coming to life.
  const stored = readColorMode();
  if (stored) {
    show(stored);
  }
  media.addEventListener('change', listener);
  return () => {
    forget();
    listeners.delete(listener);
    media.removeEventListener('change', listener);
  };
}

async function choose(mode: ColorMode): Promise<void> {
  show(mode);
  try {
    await storeColorMode(mode);
  } catch (error) {
    // The colours are right for this page; only the next one will not know.
    console.warn('The color mode couldn’t be saved.', error);
  }
}

/** The colours that are shown, and how to choose others. */
export function useColorMode(): [ColorMode, (mode: ColorMode) => void] {
  return [useSyncExternalStore(subscribe, shownMode, () => 'light'), choose];
}
