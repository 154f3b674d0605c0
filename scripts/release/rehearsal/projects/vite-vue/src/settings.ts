import { createLocalStorage } from '@tuffet/vue-hooks';

type Settings = { theme: 'light' | 'dark' };

export const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { theme: 'light' },
});
