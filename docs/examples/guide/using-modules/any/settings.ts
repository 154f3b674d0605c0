import { createLocalStorage } from '@tuffet/hooks';

export type Settings = {
  theme: 'light' | 'dark';
  fontSize: number;
  nickname?: string;
};

export const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { theme: 'light', fontSize: 16 },
});
