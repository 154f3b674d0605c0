import { PREFERENCES_KEY, type Preferences } from './key';

/**
 * What the reader chose. Reads the entry itself, so that no library is needed yet. Only the colours
 * are sure to be some: anything may stand where others can write.
 */
export function readPreferences(): Preferences {
  try {
    const { colorMode, ...rest } = JSON.parse(localStorage.getItem(PREFERENCES_KEY) ?? '{}');
    return { ...rest, ...((colorMode === 'light' || colorMode === 'dark') && { colorMode }) };
  } catch {
    return {}; // storage is denied, or somebody else wrote there
  }
}
