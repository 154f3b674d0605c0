import { createLocalStorage } from '@tuffet/hooks';
import { fromVueUse } from '@tuffet/hooks/adopt';

type Settings = { theme: 'light' | 'dark'; fontSize: number };
export const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { theme: 'light', fontSize: 16 },
  // For an object under one key: fromVueUse('app-settings')
  adopt: fromVueUse({ theme: 'app-theme', fontSize: 'app-font-size' }),
});
