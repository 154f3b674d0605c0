import { createLocalStorage, useStorageValue } from '@tuffet/vue-hooks';

type Settings = { theme: 'light' | 'dark'; nickname?: string };
const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { theme: 'light' },
});
useStorageValue(settings, 'color');
