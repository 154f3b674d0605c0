import { createLocalStorage } from '@tuffet/hooks';
import { fromJotai } from '@tuffet/hooks/adopt';

type Settings = { theme: 'light' | 'dark'; fontSize: number };
export const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { theme: 'light', fontSize: 16 },
  adopt: fromJotai({ theme: 'app-theme', fontSize: 'app-font-size' }),
});
