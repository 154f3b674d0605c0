import { createLocalStorage, useStorage } from '@tuffet/hooks';

type Settings = { theme: 'light' | 'dark' };
// #region use
const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { theme: 'light' },
  protect: true,
});

useStorage(settings).theme.set('dark');
localStorage.setItem('settings', '{}'); // [!code error]
settings.helper.cancelProtect();
// #endregion use
