import { createLocalStorage } from '@tuffet/hooks';

type Settings = { editor: { tabs: number; wrap: boolean }; theme: string };
createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { editor: { tabs: 4, wrap: true }, theme: 'light' },
  merge: (stored) => ({ ...stored, theme: 'dark' }),
});
