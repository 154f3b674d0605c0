import { createLocalStorage } from '@tuffet/hooks';
import { fromKeys } from '@tuffet/hooks/adopt';

type Settings = { theme: 'light' | 'dark'; fontSize: number; nickname?: string };
export const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { theme: 'light', fontSize: 16 },
  adopt: fromKeys({
    theme: 'app-theme',
    fontSize: 'app-font-size',
    nickname: ['app-nickname', String],
  }),
});
