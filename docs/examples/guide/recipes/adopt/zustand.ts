import { createLocalStorage } from '@tuffet/hooks';
import { fromZustand } from '@tuffet/hooks/adopt';

type Settings = { theme: 'light' | 'dark'; fontSize: number };
export const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { theme: 'light', fontSize: 16 },
  adopt: fromZustand('settings-storage'), // the option `name` of persist
});
