import { createLocalStorage } from '@tuffet/hooks';

interface Settings {
  theme: 'light' | 'dark';
}

const initial: Settings = { theme: 'light' };
createLocalStorage<Settings>({ storageModuleKey: 'settings', initial }); // [!code error]
