import { type ColorMode, PREFERENCES_KEY } from './key';
import { readPreferences } from './stored';

/** Dispatched on the window after a preference was stored. */
export const PREFERENCES_STORED = 'preferences-stored';

type Module = typeof import('./module');

/**
 * Stores a preference with our own library, which loads when it is first needed. A failure is logged:
 * this page shows the preference anyway.
 */
export async function store(
  name: string,
  change: (preferences: Module['preferences']) => void,
): Promise<void> {
  try {
    const { preferences } = await import(/* webpackChunkName: "preferences" */ './module');
    change(preferences);
    dispatchEvent(new Event(PREFERENCES_STORED));
  } catch (error) {
    console.warn(`The ${name} couldn’t be saved.`, error);
  }
}

export const readColorMode = (): ColorMode | undefined => readPreferences().colorMode;

/** Notifies about changes in other tabs. */
export function watchColorMode(listener: (mode: ColorMode | undefined) => void): () => void {
  const onStorage = ({ key }: StorageEvent): void => {
    // The key is null if the storage was cleared.
    if (key === PREFERENCES_KEY || key === null) {
      listener(readColorMode());
    }
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}
