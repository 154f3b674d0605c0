import { createLocalStorage, useStorage } from '@tuffet/hooks';

type Preferences = { colorMode?: 'light' | 'dark' };
const preferences = createLocalStorage<Preferences>({
  storageModuleKey: 'site-preferences',
  initial: {},
});
useStorage(preferences).colorMode.set('dark');
