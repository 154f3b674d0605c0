import { createLocalStorage, useStorage } from '@tuffet/hooks';

type Settings = { colorMode: 'light' | 'dark' | 'system' };
const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { colorMode: 'system' },
  version: 2,
  migrations: {
    2: (v1) => ({ colorMode: v1.theme === 'dark' ? 'dark' : 'light' }),
  },
});

console.log(useStorage(settings).colorMode.get());
