import { createLocalStorage } from '@tuffet/react-hooks';

type Settings = { theme: 'light' | 'dark' };

export const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { theme: 'light' },
});
