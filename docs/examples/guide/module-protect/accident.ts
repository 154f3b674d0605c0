import { createLocalStorage, useStorage } from '@tuffet/hooks';

type Settings = { theme: 'light' | 'dark' };
const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { theme: 'light' },
});
const { theme } = useStorage(settings);
theme.set('dark');

// A widget on the same page uses the same key.
localStorage.setItem('settings', '{"volume":7}');

console.log(theme.get()); // the user's choice is lost
