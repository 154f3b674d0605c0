import { createLocalStorage } from '@tuffet/hooks';

type Settings = { colours: 'light' | 'dark' | 'system' };
createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { colours: 'system' },
  version: 3,
  onError: (error) => console.log(error.code, error.hint),
});
