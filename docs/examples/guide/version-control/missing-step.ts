import { createLocalStorage } from '@tuffet/hooks';

createLocalStorage<{ colorMode: string }>({
  storageModuleKey: 'settings',
  initial: { colorMode: 'system' },
  version: 3, // [!code error]
  migrations: {
    2: (v1) => ({ colorMode: v1.theme === 'dark' ? 'dark' : 'light' }),
  },
});
