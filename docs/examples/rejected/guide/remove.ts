import { createLocalStorage, useStorageHelper } from '@tuffet/hooks';

type Settings = { theme: 'light' | 'dark'; nickname?: string };
const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { theme: 'light' },
});

useStorageHelper(settings).clear(); // [!code error]
