import { createLocalStorage } from '@tuffet/hooks';

type Settings = { theme: 'light' | 'dark' };

export const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { theme: 'light' },
});
