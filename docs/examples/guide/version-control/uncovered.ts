import { createLocalStorage } from '@tuffet/hooks';

type Settings = { colorMode: 'light' | 'dark' | 'system' };
createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { colorMode: 'system' },
  version: 3,
  onError: (error) => console.log(error.code, error.hint),
});
