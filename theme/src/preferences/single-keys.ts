import { PREFERENCES_STORED } from '.';
import { PREFERENCES_KEY } from './key';

/** Whether keys alone do something, such as `/`. They do unless the reader said no. */
export function areSingleKeysOn(): boolean {
  try {
    // The entry itself: a key must be answered at once, before any library could come.
    return JSON.parse(localStorage.getItem(PREFERENCES_KEY) ?? '{}').singleKeys !== false;
  } catch {
    return true; // storage is denied, or somebody else wrote there
  }
}

export async function storeSingleKeys(isOn: boolean): Promise<void> {
  try {
    const { preferences } = await import(/* webpackChunkName: "59" */ './module');
    preferences.singleKeys.set(isOn);
    dispatchEvent(new Event(PREFERENCES_STORED));
  } catch (error) {
    console.warn('The choice of keys could not be kept.', error);
  }
}
