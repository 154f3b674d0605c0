import { useSyncExternalStore } from 'react';
import { readColorMode, store, watchColorMode } from '../preferences';
import type { ColorMode } from '../preferences/key';

const listeners = new Set<() => void>();
const system = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)');

/** The chosen mode, or that of the system. */
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
  const unwatch = watchColorMode(show);
  listeners.add(listener);
  // Another tab may have changed it before hydration.
  const stored = readColorMode();
  if (stored) {
    show(stored);
  }
  media.addEventListener('change', listener);
  return () => {
    unwatch();
    listeners.delete(listener);
    media.removeEventListener('change', listener);
  };
}

function choose(mode: ColorMode): void {
  show(mode);
  store('color mode', ({ colorMode }) => colorMode.set(mode));
}

/** Removes the choice, so that the mode of the system applies again. */
export function followSystem(): void {
  show(undefined);
  store('color mode', ({ colorMode }) => colorMode.reset());
}

/** The current color mode, and a function to change it. */
export function useColorMode(): [ColorMode, (mode: ColorMode) => void] {
  return [useSyncExternalStore(subscribe, shownMode, () => 'light'), choose];
}
