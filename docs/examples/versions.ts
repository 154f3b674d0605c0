import { createLocalStorage } from '@tuffet/hooks';

// #region use
type Settings = { colours: 'light' | 'dark' };

const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { colours: 'light' },
  version: 2,
  migrations: {
    2: (previous) => ({ colours: previous.theme }),
  },
});
// #endregion use

settings.helper.getStorageKey();
