import { createLocalStorage } from '@tuffet/hooks';

type Settings = { theme: 'light' | 'dark'; nickname?: string; list: number[] };
const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { theme: 'light', list: [] },
});
settings.set({ theme: undefined });
