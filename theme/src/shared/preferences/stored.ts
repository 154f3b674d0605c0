import { PREFERENCES_KEY, type Preferences } from './key';

/**
 * Reads the entry without the library, which isn't loaded yet. Only the color mode is validated: other
 * scripts may have stored anything.
 */
export function readPreferences(): Preferences {
  try {
    const { colorMode, ...rest } = JSON.parse(localStorage.getItem(PREFERENCES_KEY) ?? '{}');
    return { ...rest, ...((colorMode === 'light' || colorMode === 'dark') && { colorMode }) };
  } catch {
    return {}; // storage is denied, or another script wrote the entry
  }
}
