import { createLocalStorage, useStorage } from '@tuffet/hooks';

type Settings = { colorMode: 'light' | 'dark' | 'system' };
const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { colorMode: 'system' },
  version: 2,
});

console.log(useStorage(settings).colorMode.get());
