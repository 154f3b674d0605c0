import { createLocalStorage } from '@tuffet/hooks';

type Settings = { theme: 'light' | 'dark'; fontSize: number };

export const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  version: 2,
  initial: { theme: 'light', fontSize: 16 },
  migrations: {
    2: ({ theme, size }) => ({ theme, fontSize: Number(size) }),
  },
});
