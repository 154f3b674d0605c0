import { createLocalStorage } from '@tuffet/hooks';

type Settings = { colours: 'light' | 'dark' | 'system' };
createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { colours: 'system' },
  version: 3,
  preVersion: 1,
  migrations: {
    3: (one) => ({ colours: one.theme }),
  },
});
