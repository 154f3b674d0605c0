import { createLocalStorage, useStorage } from '@tuffet/hooks';

type Settings = { theme: 'light' | 'dark' };
const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { theme: 'light' },
  onError: (error) => console.log(error.code, error.hint),
});

console.log(useStorage(settings).theme.get());
