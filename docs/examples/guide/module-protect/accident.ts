import { createLocalStorage, useStorage } from '@tuffet/hooks';

type Settings = { theme: 'light' | 'dark' };
const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { theme: 'light' },
});
const { theme } = useStorage(settings);
theme.set('dark');

// An old widget on the same page believes that this key is its own.
localStorage.setItem('settings', '{"volume":7}');

console.log(theme.get()); // the reader's choice is gone
