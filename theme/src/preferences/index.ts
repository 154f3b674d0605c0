import { type ColorMode, PREFERENCES_KEY } from './key';
import { readPreferences } from './stored';

/** Happens after a choice was stored, for those who show what is stored. */
export const PREFERENCES_STORED = 'preferences-stored';

/** Our own library, which comes when it is first needed. */
const loadModule = () => import(/* webpackChunkName: "59" */ './module');

export const readColorMode = (): ColorMode | undefined => readPreferences().colorMode;

export async function storeColorMode(mode: ColorMode): Promise<void> {
  const { preferences } = await loadModule();
  preferences.colorMode.set(mode);
  dispatchEvent(new Event(PREFERENCES_STORED));
}

export async function storeDismissed(announcement: string): Promise<void> {
  const { preferences } = await loadModule();
  preferences.dismissed.set(announcement);
  dispatchEvent(new Event(PREFERENCES_STORED));
}

export async function storeChoice(choice: string, option: string): Promise<void> {
  const { preferences } = await loadModule();
  // Somebody else may have written something that is no table.
  preferences.choices.set((stored) => ({
    ...(typeof stored === 'object' && stored),
    [choice]: option,
  }));
  dispatchEvent(new Event(PREFERENCES_STORED));
}

export async function storeLanguage(tag: string): Promise<void> {
  const { preferences } = await loadModule();
  preferences.language.set(tag);
  dispatchEvent(new Event(PREFERENCES_STORED));
}

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
