import { createLocalStorage, useStorageHelper } from '@tuffet/hooks';

type Settings = { theme: 'light' | 'dark'; nickname?: string };
const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { theme: 'light' },
});

// #region use
const helper = useStorageHelper(settings);

helper.patch({ theme: 'dark', nickname: 'Ada' });
helper.size();
helper.contains('nickname');
helper.initialize();
// #endregion use
