import { type ColorMode, PREFERENCES_KEY } from './key';
import { readPreferences } from './stored';

/** Happens after a choice was stored, for those who show what is stored. */
export const PREFERENCES_STORED = 'preferences-stored';

type Module = typeof import('./module');

/** Stores something through our own library, which comes when it is first needed. */
export async function store(change: (preferences: Module['preferences']) => void): Promise<void> {
  const { preferences } = await import(/* webpackChunkName: "preferences" */ './module');
  change(preferences);
  dispatchEvent(new Event(PREFERENCES_STORED));
}

export const readColorMode = (): ColorMode | undefined => readPreferences().colorMode;

export const storeColorMode = (mode: ColorMode): Promise<void> =>
  store(({ colorMode }) => colorMode.set(mode));

export const storeDismissed = (announcement: string): Promise<void> =>
  store(({ dismissed }) => dismissed.set(announcement));

/** Tells of choices made in other tabs. */
export function watchColorMode(listener: (mode: ColorMode | undefined) => void): () => void {
  const onStorage = ({ key }: StorageEvent): void => {
    // No key: everything was cleared.
    if (key === PREFERENCES_KEY || key === null) {
      listener(readColorMode());
    }
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}
