import { store } from '.';
import { readPreferences } from './stored';

/** Whether keys alone do something, such as `/`. They do unless the reader said no. */
export const areSingleKeysOn = (): boolean => readPreferences().singleKeys !== false;

export const storeSingleKeys = (isOn: boolean): Promise<void> =>
  store(({ singleKeys }) => singleKeys.set(isOn)).catch((error) => {
    console.warn('The shortcut setting couldn’t be saved.', error);
  });
