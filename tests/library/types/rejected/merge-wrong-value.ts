import { createLocalStorage } from '@tuffet/hooks';

type Settings = { theme: string; size: number };
createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { theme: 'light', size: 12 },
  merge: ({ theme = 'light' }) => ({ theme, size: '12' }),
});
