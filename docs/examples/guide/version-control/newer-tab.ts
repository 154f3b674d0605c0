import { createLocalStorage, useStorage } from '@tuffet/hooks';

type Settings = { theme: 'light' | 'dark' };
const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { theme: 'light' },
  onError: (error) => {
    console.log(error.code, error.hint); // a good place to offer a reload
    console.log(theme.get(), theme.set('light'));
  },
});
const { theme } = useStorage(settings);
theme.set('dark');
