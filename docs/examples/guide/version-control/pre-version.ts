import { createLocalStorage } from '@tuffet/hooks';

type Settings = { colorMode: 'light' | 'dark' | 'system' };
createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { colorMode: 'system' },
  version: 3,
  preVersion: 1,
  migrations: {
    3: (v1) => ({ colorMode: v1.theme === 'dark' ? 'dark' : 'light' }),
  },
});
