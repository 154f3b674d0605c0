import { createLocalStorage, type Migrations, useStorage } from '@tuffet/hooks';

type Settings = { colorMode: 'light' | 'dark' | 'system'; fontSize: number };
const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { colorMode: 'system', fontSize: 16 },
  version: 3,
  migrations: {
    2: (v1) => ({ colorMode: v1.theme === 'dark' ? 'dark' : 'light' }),
    3: ({ colorMode }) => ({
      colorMode: colorMode === 'light' || colorMode === 'dark' ? colorMode : 'system',
      fontSize: 18,
    }),
  } satisfies Migrations<Settings, 3>,
});

console.log(useStorage(settings).colorMode.get());
