import { createLocalStorage, useStorage } from '@tuffet/hooks';

type Settings = {
  theme: 'light' | 'dark';
  fontSize: number;
  nickname?: string;
};
const settings = createLocalStorage<Settings>({
  storageModuleKey: 'settings',
  initial: { theme: 'light', fontSize: 16 },
});

console.log(useStorage(settings).fontSize.get());
