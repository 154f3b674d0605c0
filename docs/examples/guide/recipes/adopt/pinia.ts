import { createLocalStorage } from '@tuffet/hooks';
import { fromPinia } from '@tuffet/hooks/adopt';

type Settings = { theme: 'light' | 'dark'; fontSize: number };
export const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { theme: 'light', fontSize: 16 },
  adopt: fromPinia('preferences'), // the ID of the store, or its option `key`
});
