import { createLocalStorage, useStorage } from '@tuffet/hooks';

type Settings = { colours: 'light' | 'dark' | 'system' };
const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { colours: 'system' },
  version: 2,
  migrations: {
    2: () => {
      throw new Error('a mistake');
    },
  },
  onError: (error) => console.log(error.code, error.hint),
});

console.log(useStorage(settings).colours.get());
