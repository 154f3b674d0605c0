import { PREFERENCES_KEY, type Preferences } from './key';

/** What the reader chose. Reads the entry itself, so that no library is needed yet. */
export function readPreferences(): Preferences {
  try {
    const { colorMode, dismissed } = JSON.parse(localStorage.getItem(PREFERENCES_KEY) ?? '{}');
    return { ...(colorMode === 'light' || colorMode === 'dark' ? { colorMode } : {}), dismissed };
  } catch {
    return {}; // storage is denied, or somebody else wrote there
  }
}
