import { createLocalStorage, useStorage } from '@tuffet/hooks';

type Settings = { colorMode: 'light' | 'dark' | 'system' };
const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { colorMode: 'system' },
  version: 2,
  migrations: {
    2: ({ theme }) => {
      throw new Error(`unknown theme: ${theme}`);
    },
  },
  onError: (error) => console.log(error.code, error.hint),
});

console.log(useStorage(settings).colorMode.get());
