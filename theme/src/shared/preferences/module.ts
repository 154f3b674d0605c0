import { createLocalStorage, useStorage } from '@tuffet/hooks';
import { PREFERENCES_KEY, type Preferences } from './key';

const storage = createLocalStorage<Preferences>({
  storageModuleKey: PREFERENCES_KEY,
  initial: {},
});

export const preferences = useStorage(storage);
