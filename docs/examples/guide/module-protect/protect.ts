import { createLocalStorage, useStorage } from '@tuffet/hooks';

type Settings = { theme: 'light' | 'dark' };
const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { theme: 'light' },
  protect: true,
});

useStorage(settings).theme.set('dark'); // writes through the module still work

localStorage.setItem('settings', '{"volume":7}'); // [!code error]
