import { createLocalStorage, useStorage } from '@tuffet/hooks';

type Settings = { colours: 'light' | 'dark' | 'system' };
const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { colours: 'system' },
  version: 2,
});

console.log(useStorage(settings).colours.get());
