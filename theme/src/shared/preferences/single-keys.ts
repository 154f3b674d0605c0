import { store } from '.';
import { readPreferences } from './stored';

/** Whether single keys such as `/` are shortcuts. They are by default. */
export const areSingleKeysOn = (): boolean => readPreferences().singleKeys !== false;

export const storeSingleKeys = (isOn: boolean): Promise<void> =>
  store('shortcut setting', ({ singleKeys }) => singleKeys.set(isOn));
