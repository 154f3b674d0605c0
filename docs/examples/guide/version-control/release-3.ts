import { createLocalStorage, useStorage } from '@tuffet/hooks';

type Settings = { colours: 'light' | 'dark' | 'system'; fontSize: number };
const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { colours: 'system', fontSize: 16 },
  version: 3,
  migrations: {
    2: (one) => ({ colours: one.theme }),
    3: (two) => ({ ...two, fontSize: 18 }),
  },
});

console.log(useStorage(settings).colours.get());
